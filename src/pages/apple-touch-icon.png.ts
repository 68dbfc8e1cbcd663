import type { APIRoute } from 'astro';
import { drawHomeScreenIcon } from '../lib/draw-icon.ts';

/** What Apple's systems show for a page that somebody keeps on the home screen; others take the tab's icon. */
export const GET: APIRoute = () =>
  new Response(drawHomeScreenIcon(180), { headers: { 'content-type': 'image/png' } });
