import type { APIRoute } from 'astro';
import { renderIco } from '../components/illustrations/icons.ts';

export const GET: APIRoute = () => new Response(renderIco(32));
