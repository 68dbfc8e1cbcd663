import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, normalizePath, type Plugin } from 'vite';

const MAIN = normalizePath(`${import.meta.dirname}/src/main.tsx`);

/** The ids of the modules that the app needs before it shows anything. */
const firstModules = new Set<string>();

/**
 * Collects the modules that main.tsx imports statically, for the chunk "app" below. Adds modulepreload links for
 * main.tsx and its chunks to the page, because without the links these files would load only after entry.ts has run.
 */
const preloadApp: Plugin = {
  name: 'preload-app',
  apply: 'build',
  buildEnd() {
    firstModules.clear();
    const importsOf = (id: string) => this.getModuleInfo(id)?.importedIds ?? [];
    for (const id of importsOf(MAIN)) firstModules.add(id);
    for (const id of firstModules) for (const imported of importsOf(id)) firstModules.add(imported);
  },
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle = {} }) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const main = chunks.find(({ facadeModuleId }) => facadeModuleId === MAIN);
      if (main === undefined) throw new Error(`The build has no chunk for ${MAIN}.`);
      const first = chunks.filter(({ fileName }) => [main.fileName, ...main.imports].includes(fileName));
      first.sort((one, other) => other.code.length - one.code.length);
      return first.map(({ fileName }, index) => ({
        tag: 'link',
        attrs: { rel: 'modulepreload', crossorigin: '', href: `/${fileName}` },
        // Over HTTP/1.1, the first file that the page names is loaded through the page's own connection, and each of the
        // next five waits for a new one. So the largest script comes first, and the small ones come last.
        injectTo: index === 0 ? 'head-prepend' : 'head',
      }));
    },
  },
};

/** The desk, the staff's app, is separate from the site: `npm run build` builds it into dist-desk/, as static files. */
export default defineConfig({
  root: import.meta.dirname,
  // Astro has the same prefix. The desk reads the site's opening hours and closed days (PUBLIC_SITE_HOURS and others), so
  // that it suggests times at which the firm is open.
  envPrefix: 'PUBLIC_',
  plugins: [react(), tailwindcss(), preloadApp],
  build: {
    outDir: '../dist-desk',
    emptyOutDir: true,
    // The Content Security Policy allows data: URLs for images only, so no file may be inlined.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Modules that entry.ts shares with the app. If they were in the chunk "app", it would have to load all of it.
            { name: 'early', test: /api[\\/](?:first-screen|send|refusal)\.ts|preload-helper/, priority: 2 },
            // The other modules of the first screen, in one file. By default, the bundler would make ten files.
            { name: 'app', test: (id) => firstModules.has(id), priority: 1 },
          ],
        },
      },
    },
  },
});
