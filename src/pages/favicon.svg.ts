import type { APIRoute } from 'astro';
import { drawTabIcon } from '../lib/draw-icon.ts';

export const GET: APIRoute = () => new Response(drawTabIcon());
