import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, normalizePath, type Plugin } from 'vite';

const MAIN = normalizePath(`${import.meta.dirname}/src/main.tsx`);

/** The modules that the app needs before it shows anything. */
const firstModules = new Set<string>();

/**
 * Finds the modules that the app starts with, which share one file (`codeSplitting`), and names the app's files in the
 * page, so that they load beside the small script that asks for data first. Otherwise they would load after it has run.
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
      if (main === undefined) throw new Error(`${MAIN} is in no file of its own.`);
      const first = chunks.filter(({ fileName }) => [main.fileName, ...main.imports].includes(fileName));
      // The largest first, because a browser loads only six files at once over HTTP/1.1.
      first.sort((one, other) => other.code.length - one.code.length);
      return first.map(({ fileName }) => ({
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
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Modules that the small script or Supabase's clients need without the app.
            { name: 'early', test: /api[\\/](?:early|only-as)\.ts|preload-helper/, priority: 2 },
            // The other modules that the app starts with. By default, the bundler makes ten files of them.
            { name: 'app', test: (id) => firstModules.has(id), priority: 1 },
          ],
        },
      },
    },
  },
});
