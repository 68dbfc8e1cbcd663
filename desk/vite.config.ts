import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/**
 * Names the app's scripts in the page, so that they load beside the small one that asks for data first. Without it they
 * would load after that one has run.
 */
const preloadApp: Plugin = {
  name: 'preload-app',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle = {} }) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const app = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/src/main.tsx'));
      if (app === undefined) return [];
      return [app.fileName, ...app.imports].map((fileName) => ({
        tag: 'link',
        attrs: { rel: 'modulepreload', crossorigin: '', href: `/${fileName}` },
        injectTo: 'head',
      }));
    },
  },
};

/** The desk: a static app of its own, built into dist-desk/ by `npm run build`. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), preloadApp],
  build: {
    outDir: '../dist-desk',
    emptyOutDir: true,
    // The Content Security Policy allows no data: URLs.
    assetsInlineLimit: 0,
  },
});
