import type { APIRoute, GetStaticPaths } from 'astro';
import { drawHomeScreenIcon } from '../lib/draw-icon.ts';
import { HOME_SCREEN_ICONS } from '../lib/home-screen-icons.ts';

export const getStaticPaths = (() =>
  HOME_SCREEN_ICONS.map(({ name, sizePx }) => ({
    params: { icon: name },
    props: { sizePx },
  }))) satisfies GetStaticPaths;

export const GET: APIRoute<{ sizePx: number }> = ({ props }) =>
  new Response(drawHomeScreenIcon(props.sizePx), { headers: { 'content-type': 'image/png' } });
