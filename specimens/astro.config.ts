import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import site from '../astro.config.ts';

/** Builds only the component gallery, for the tests. `npm run dev` serves it at /components. */
export default defineConfig({
  // A separate root, so that the site's generated types are not overwritten.
  root: import.meta.dirname,
  srcDir: '.',
  outDir: '.astro/dist',
  build: { format: 'file', inlineStylesheets: 'always' },
  integrations: [react()],
  vite: site.vite ?? {},
  env: site.env ?? {},
});
