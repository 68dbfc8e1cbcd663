import type { APIRoute } from 'astro';
import { renderHomeScreenIcon } from '../components/illustrations/icons.ts';

/** The icon that Apple's systems use on the home screen. Other systems use the tab's icon. */
export const GET: APIRoute = () =>
  new Response(renderHomeScreenIcon(180), { headers: { 'content-type': 'image/png' } });
