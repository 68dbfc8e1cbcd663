import type { APIRoute, GetStaticPaths } from 'astro';
import { renderShareImage, type SharedPage } from '../../search-engines/share-image-png.tsx';
import { getSharedPages } from '../../search-engines/shared-pages.ts';
import { site } from '../../lib/this-site.ts';

export const getStaticPaths = (async () => {
  const pages = await getSharedPages();
  return Object.entries(pages).map(([slug, page]) => ({ params: { slug }, props: page }));
}) satisfies GetStaticPaths;

export const GET: APIRoute<SharedPage> = async ({ props }) =>
  new Response(await renderShareImage(props, site.brand), { headers: { 'content-type': 'image/png' } });
