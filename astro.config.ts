import { env } from 'node:process';
import mdx from '@astrojs/mdx';
import react from '@astrojs/react';
import sitemap from '@astrojs/sitemap';
import tailwindcss from '@tailwindcss/vite';
import type { AstroIntegration } from 'astro';
import { defineConfig, envField } from 'astro/config';
import { finishPages } from './src/build/finish-pages.ts';
import { preloadModules } from './src/build/preload-modules.ts';
import { siteFonts } from './src/build/site-fonts.ts';

/** A public text that may be left out: the page carries it, so it is never a secret. */
const text = () => envField.string({ context: 'client', access: 'public', default: '' });

// An empty variable is as good as none. `scripts/dev.ts` sets the port; a build has no backend.
const { SITE_URL = '', BACKEND_PORT = '', PUBLIC_SUPABASE_URL = '' } = env;
const backend = `http://127.0.0.1:${BACKEND_PORT}`;

/** React's hot reload, which @astrojs/react sets up only for islands that Astro itself wakes. */
const reactRefresh: AstroIntegration = {
  name: 'react-refresh',
  hooks: {
    'astro:config:setup': ({ command, injectScript }) => {
      if (command === 'dev') injectScript('page', `import '@vitejs/plugin-react/preamble';`);
    },
  },
};

/** The page of all components, which the public site does not have. `specimens/astro.config.ts` builds it for tests. */
const componentsPage: AstroIntegration = {
  name: 'components-page',
  hooks: {
    'astro:config:setup': ({ command, injectRoute }) => {
      if (command === 'dev') {
        injectRoute({ pattern: '/components', entrypoint: './specimens/pages/components.astro' });
      }
    },
  },
};

export default defineConfig({
  site: SITE_URL || 'http://localhost:4321',
  trailingSlash: 'never',
  // On a narrow screen it lies over the chat's button.
  devToolbar: { enabled: false },
  // `about.html` instead of `about/index.html`: any static server then answers `/about` without a redirect.
  build: { format: 'file', inlineStylesheets: 'always' },
  integrations: [
    react(),
    reactRefresh,
    componentsPage,
    mdx(),
    sitemap(),
    siteFonts(),
    finishPages(PUBLIC_SUPABASE_URL),
  ],
  vite: {
    plugins: [tailwindcss(), preloadModules()],
    // Every script is a file: the pages' policy allows no other.
    build: {
      assetsInlineLimit: 0,
      // Astro marks each article with "use astro:head-inject", and reads that mark before the bundler drops it:
      // https://github.com/withastro/astro/issues/18087
      rolldownOptions: { checks: { moduleLevelDirective: false } },
    },
    // Native code, which the development server must not try to bundle.
    optimizeDeps: { exclude: ['@resvg/resvg-js'] },
    // What is posted is the backend's: the two calls, and a form without scripts, which goes to its page.
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
      // Empty: the origin that serves the page also answers Supabase's calls.
      PUBLIC_SUPABASE_URL: text(),
      PUBLIC_SUPABASE_KEY: text(),
      // Each replaces one value of src/site.ts.
      PUBLIC_SITE_BRAND: text(),
      PUBLIC_SITE_LEGAL_NAME: text(),
      PUBLIC_SITE_PHONE: text(),
      PUBLIC_SITE_MESSAGING_NUMBER: text(),
      PUBLIC_SITE_EMAIL: text(),
      PUBLIC_SITE_ADDRESS: text(),
      PUBLIC_SITE_REGISTRATION: text(),
      PUBLIC_SITE_HOURS: text(),
      PUBLIC_SITE_AGENCY_CREDIT: text(),
    },
  },
});
