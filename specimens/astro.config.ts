import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import site from '../astro.config.ts';

/** Builds the page of components for tests. `npm run dev` serves the same page at /components. */
export default defineConfig({
  // A separate root, so that it does not overwrite the site's generated types.
  root: import.meta.dirname,
  srcDir: '.',
  outDir: '.astro/dist',
  build: { format: 'file', inlineStylesheets: 'always' },
  integrations: [react()],
  vite: site.vite ?? {},
  env: site.env ?? {},
});
