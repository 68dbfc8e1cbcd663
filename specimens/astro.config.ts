import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import site from '../astro.config.ts';

/** Builds the page of components by itself, for tests. `npm run dev` serves it at /components. */
export default defineConfig({
  // Its own root, so that the site's generated types stay as they are.
  root: import.meta.dirname,
  srcDir: '.',
  outDir: '.astro/dist',
  build: { format: 'file', inlineStylesheets: 'always' },
  integrations: [react()],
  vite: site.vite ?? {},
  env: site.env ?? {},
});
