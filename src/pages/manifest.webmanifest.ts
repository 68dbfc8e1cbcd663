import type { APIRoute } from 'astro';
import { HOME_SCREEN_ICONS } from '../lib/home-screen-icons.ts';
import { lightColour } from '../lib/light-colours.ts';
import { site } from '../lib/this-site.ts';

/** What a phone shows for a page that somebody keeps on its home screen. It opens in the browser, as a page. */
export const GET: APIRoute = () =>
  Response.json({
    name: site.brand,
    start_url: '/',
    display: 'browser',
    background_color: lightColour('paper'),
    theme_color: lightColour('paper'),
    icons: HOME_SCREEN_ICONS.map(({ name, sizePx }) => ({
      src: `/${name}.png`,
      sizes: `${sizePx}x${sizePx}`,
      type: 'image/png',
      purpose: 'any maskable',
    })),
  });
