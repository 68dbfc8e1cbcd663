import type { Plugin } from 'vite';

/** The module with which Vite loads what a script may ask for later, and at once what that imports in turn. */
const VITE_HELPER = '\0vite/preload-helper.js';

/** What Vite's does, for scripts only: every page carries it, and Vite's weighs 600 bytes more. */
const HELPER = `
export function __vitePreload(load, dependencies = []) {
  for (const path of dependencies) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = '/' + path;
    document.head.append(link);
  }
  return load();
}`;

/** @see https://vite.dev/guide/features#async-chunk-loading-optimization */
export function preloadModules(): Plugin {
  return {
    name: 'preload-modules',
    enforce: 'pre',
    load: (id) => (id === VITE_HELPER ? HELPER : undefined),
  };
}
