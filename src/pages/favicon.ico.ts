import type { APIRoute } from 'astro';
import { renderIco } from '../components/illustrations/favicons.ts';

export const GET: APIRoute = () => new Response(renderIco(32));
