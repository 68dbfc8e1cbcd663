import type { APIRoute } from 'astro';
import { siteUrl } from '../lib/this-site.ts';

export const GET: APIRoute = () =>
  new Response(`User-agent: *\nAllow: /\n\nSitemap: ${new URL('sitemap-index.xml', siteUrl).href}\n`);
