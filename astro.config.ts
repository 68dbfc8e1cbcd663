import { env } from 'node:process';
import react from '@astrojs/react';
import sitemap from '@astrojs/sitemap';
import tailwindcss from '@tailwindcss/vite';
import type { AstroIntegration } from 'astro';
import { defineConfig, envField } from 'astro/config';
import { claimFigures } from './integrations/claim-figures.ts';
import { finishPages } from './integrations/finish-pages/finish-pages.ts';
import { siteFonts } from './integrations/site-fonts.ts';

/** An optional environment variable that is built into the pages, so it must not be a secret. */
const text = () => envField.string({ context: 'client', access: 'public', default: '' });

// An empty variable counts as unset. `scripts/dev.ts` sets BACKEND_PORT for the development server; a build needs none.
const { SITE_URL = '', BACKEND_PORT = '', PUBLIC_SUPABASE_URL = '' } = env;
const backend = `http://127.0.0.1:${BACKEND_PORT}`;

/** For development: adds the component gallery, which the tests build with `specimens/astro.config.ts`. */
const development: AstroIntegration = {
  name: 'development',
  hooks: {
    'astro:config:setup': ({ command, injectRoute, injectScript }) => {
      if (command !== 'dev') return;
      injectRoute({ pattern: '/components', entrypoint: './specimens/pages/components.astro' });
      // Hot reload for React. @astrojs/react sets it up only for islands that Astro hydrates. This site hydrates its
      // islands itself.
      injectScript('page', `import '@vitejs/plugin-react/preamble';`);
    },
  },
};

/** The seller's own page is opened by a link with a key, and shows nothing without it. */
const isForSearchEngines = (url: string) => new URL(url).pathname !== '/your-enquiry';

export default defineConfig({
  site: SITE_URL || 'http://localhost:4321',
  trailingSlash: 'never',
  // Off, because the toolbar covers the chat's button on a narrow screen.
  devToolbar: { enabled: false },
  // `about.html` instead of `about/index.html`, so that a static server serves `/about` without a redirect.
  build: { format: 'file', inlineStylesheets: 'always' },
  integrations: [
    react(),
    development,
    sitemap({ filter: isForSearchEngines }),
    siteFonts(),
    finishPages(PUBLIC_SUPABASE_URL),
  ],
  vite: {
    plugins: [tailwindcss(), claimFigures()],
    // Every script is a file: the Content Security Policy allows no inline ones.
    build: {
      assetsInlineLimit: 0,
      // Silences the bundler's warning that it ignores "use astro:head-inject", which Astro adds to each article:
      // https://github.com/withastro/astro/issues/18087
      rolldownOptions: { checks: { moduleLevelDirective: false } },
    },
    environments: {
      client: {
        build: {
          rolldownOptions: {
            output: {
              // Astro's default name for a page's script is 48 characters long, and every page contains it.
              entryFileNames: ({ name }) => `_astro/${name.replace(/\.astro_.*/, '')}.[hash].js`,
              // Two files for what several islands load. Without them there are more, and every page's script contains
              // the name of each.
              codeSplitting: {
                groups: [
                  {
                    name: 'hydrate',
                    test: /\/node_modules\/(?:react|react-dom|scheduler)\/|\/island\/hydrate\./,
                  },
                  {
                    name: 'fields',
                    test: /\/src\/(?:claims|components\/ui|forms\/core|lib)\/(?:(?:Choice|Text)Field|FieldError|ClaimFigure|claim-references|(?:Copy|Submit)?Button|EnquiryLink|print-part|uuid|reply-sentence|form-answers|dates|phone)\.|\/(?:FreeHelp|enquiry-key|submission-id)\./,
                  },
                ],
              },
            },
          },
        },
      },
    },
    // A package with native code, which Vite cannot bundle.
    optimizeDeps: { exclude: ['@resvg/resvg-js'] },
    // POST requests go to the backend: API calls, and forms submitted without JavaScript.
    server: BACKEND_PORT
      ? {
          proxy: {
            '/': { target: backend, bypass: ({ method, url }) => (method === 'POST' ? undefined : url) },
          },
        }
      : {},
  },
  env: {
    schema: {
      // Empty when the site's origin also serves the API.
      PUBLIC_SUPABASE_URL: text(),
      PUBLIC_SUPABASE_KEY: text(),
    },
  },
});
