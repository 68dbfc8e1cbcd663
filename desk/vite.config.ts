import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Resvg } from '@resvg/resvg-js';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, normalizePath, type Plugin, type Rolldown } from 'vite';

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

const SITE = normalizePath(`${import.meta.dirname}/src/site/SitePage.tsx`);

/** The scripts and styles that only Site needs, which few people open: they load when it is opened. */
function filesOfSite(bundle: Rolldown.OutputBundle): Set<string> {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const filesOf = (chunk: Rolldown.OutputChunk) => [
    chunk.fileName,
    ...(chunk.viteMetadata?.importedCss ?? []),
  ];
  const needed = new Set(chunks.filter(({ isEntry }) => isEntry));
  for (const { imports, dynamicImports } of needed) {
    for (const chunk of chunks) {
      const isNeeded = [...imports, ...dynamicImports].includes(chunk.fileName);
      if (isNeeded && chunk.facadeModuleId !== SITE) needed.add(chunk);
    }
  }
  const others = new Set([...needed].flatMap(filesOf));
  return new Set(chunks.flatMap(filesOf).filter((name) => !others.has(name)));
}

const ICON = readFileSync(`${import.meta.dirname}/public/icon.svg`, 'utf8');
/** For systems that crop the icon themselves: the colour fills it, and the drawing stays in the middle 80 %. */
const UNCROPPED_ICON = ICON.replace('-5 -5.5 42 42', '-12 -12.5 56 56').replace(
  /<rect[^>]*fill="(.*?)".*?>/,
  '<rect x="-12" y="-12.5" width="56" height="56" fill="$1"/>',
);

/** Draws the icons of the installed app, and names the files of the shell in the service worker. */
const installable: Plugin = {
  name: 'installable',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const icon = (fileName: string, svg: string, px: number) => {
        const source = new Resvg(svg, { fitTo: { mode: 'width', value: px } }).render().asPng();
        this.emitFile({ type: 'asset', fileName, source });
      };
      icon('icon-192.png', ICON, 192);
      icon('icon-512.png', ICON, 512);
      icon('icon-maskable-512.png', UNCROPPED_ICON, 512);
      icon('icon-180.png', UNCROPPED_ICON, 180);

      const page = bundle['index.html'];
      const worker = bundle['service-worker.js'];
      if (page?.type !== 'asset' || worker?.type !== 'chunk')
        throw new Error('The desk’s shell is not complete.');
      const left = filesOfSite(bundle);
      const hashed = Object.keys(bundle).filter((name) => name.startsWith('assets/') && !left.has(name));
      const version = createHash('sha256')
        .update([page.source, ...hashed].join())
        .digest('hex')
        .slice(0, 12);
      const shell = { version, files: ['/', ...hashed.map((name) => `/${name}`)] };
      worker.code = worker.code.replace('__SHELL__', JSON.stringify(shell));
    },
  },
};

/** The desk, the staff's app, is separate from the site: `npm run build` builds it into dist-desk/, as static files. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), preloadApp, installable],
  resolve: {
    alias: {
      // The version of this package for browsers writes into `innerHTML`, which the Content Security Policy forbids.
      'decode-named-character-reference': fileURLToPath(
        import.meta.resolve('decode-named-character-reference'),
      ),
    },
  },
  build: {
    outDir: '../dist-desk',
    emptyOutDir: true,
    // The Content Security Policy allows data: URLs for images only, so no file may be inlined.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: {
        index: `${import.meta.dirname}/index.html`,
        'service-worker': `${import.meta.dirname}/src/service-worker.ts`,
      },
      output: {
        // Browsers look for a new version of a service worker at the same address.
        entryFileNames: ({ name }) => (name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js'),
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
