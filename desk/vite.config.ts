import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The desk: a static app of its own, built into dist-desk/ by `npm run build`. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss()],
  build: {
    outDir: '../dist-desk',
    emptyOutDir: true,
    // The Content Security Policy allows no data: URLs.
    assetsInlineLimit: 0,
  },
});
