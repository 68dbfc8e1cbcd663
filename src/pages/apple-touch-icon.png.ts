import type { APIRoute } from 'astro';
import { renderTouchIcon } from '../components/illustrations/favicons.ts';

/** The home screen icon of Apple's systems. Other systems use the favicon. */
export const GET: APIRoute = () =>
  new Response(renderTouchIcon(180), { headers: { 'content-type': 'image/png' } });
