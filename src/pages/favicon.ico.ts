import type { APIRoute } from 'astro';
import { renderIco } from '../lib/icons.ts';

export const GET: APIRoute = () => new Response(renderIco(32));
