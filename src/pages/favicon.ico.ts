import type { APIRoute } from 'astro';
import { drawIco } from '../lib/draw-icon.ts';

export const GET: APIRoute = () => new Response(drawIco(32));
