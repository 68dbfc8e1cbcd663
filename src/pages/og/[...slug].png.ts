import type { APIRoute, GetStaticPaths } from 'astro';
import { drawShareImage, type SharedPage } from '../../lib/draw-share-image.tsx';
import { getSharedPages } from '../../lib/shared-pages.ts';
import { site } from '../../lib/this-site.ts';

export const getStaticPaths = (async () => {
  const pages = await getSharedPages();
  return Object.entries(pages).map(([slug, page]) => ({ params: { slug }, props: page }));
}) satisfies GetStaticPaths;

export const GET: APIRoute<SharedPage> = async ({ props }) =>
  new Response(await drawShareImage(props, site.brand), { headers: { 'content-type': 'image/png' } });
