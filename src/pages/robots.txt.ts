import type { APIRoute } from 'astro';
import { siteUrl } from '../lib/configured-site.ts';

export const GET: APIRoute = () =>
  new Response(`User-agent: *\nAllow: /\n\nSitemap: ${new URL('sitemap-index.xml', siteUrl).href}\n`);
