import type { APIRoute, GetStaticPaths } from 'astro';
import { renderShareImage, type ShareImageTexts } from '../../search-engines/share-image-png.tsx';
import { getShareImageTexts } from '../../search-engines/share-image-texts.ts';
import { site } from '../../lib/configured-site.ts';

export const getStaticPaths = (async () => {
  const texts = await getShareImageTexts();
  return Object.entries(texts).map(([slug, props]) => ({ params: { slug }, props }));
}) satisfies GetStaticPaths;

export const GET: APIRoute<ShareImageTexts> = async ({ props }) =>
  new Response(await renderShareImage(props, site.brand), { headers: { 'content-type': 'image/png' } });
