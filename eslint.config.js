import js from '@eslint/js';
import astro from 'eslint-plugin-astro';
import reactHooks from 'eslint-plugin-react-hooks';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { ownElementForText } from './scripts/own-element-for-text.js';

const ALIASES = { group: ['../../../*', '!**/*.json'], message: 'Use a # alias of package.json.' };

/** The folders of each part of the product, from the top down, as in docs/architecture.md. */
const LAYERS = {
  src: [
    'pages',
    'layouts',
    'components/prose',
    'components/sections',
    'forms/island',
    'enquiry',
    'forms/valuation',
    'forms/chat',
    'tools',
    'forms/core',
    'search-engines',
    'components/illustrations',
    'browser',
    'content',
    'schemas',
    'claims',
    'components/ui',
    'styles',
    'lib',
  ],
  server: [
    'desk',
    'publishing',
    'operations',
    'leads',
    'seller',
    'cases',
    'papers',
    'mail',
    'site',
    'http',
    'database',
  ],
  'desk/src': [
    'app',
    'account',
    'settings',
    'lead',
    'site',
    'owner',
    'funnel',
    'inbox',
    'sign-in',
    'live',
    'changes',
    'ui',
    'api',
    'lib',
  ],
};

/** For each folder, a rule against imports from the folders above it. Tests may import from anywhere. */
const layers = Object.entries(LAYERS).flatMap(([root, folders]) =>
  folders.slice(1).map((folder, index) => {
    const above = folders.slice(0, index + 1).map((path) => path.replace(/^(.*\/)/, '(?:$1)?'));
    const regex = `^(?:(?:\\.\\./)+|#${root}/)(?:${above.join('|')})/`;
    return {
      files: [`${root}/${folder}/**`],
      ignores: ['**/*.test.*'],
      rules: {
        'no-restricted-imports': [
          'error',
          {
            patterns: [
              ALIASES,
              { regex, message: 'A folder imports only from folders below it (docs/architecture.md).' },
            ],
          },
        ],
      },
    };
  }),
);

export default defineConfig(
  globalIgnores(['dist/', 'dist-desk/', '**/.astro/', '.data/', '.reports/', 'versions/']),
  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      // Numbers (ids, counts, ports) read well in a template; objects and undefined do not.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/consistent-type-definitions': 'off',
      // `onClick={() => close()}` is the usual form of a handler.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      'no-restricted-imports': ['error', { patterns: [ALIASES] }],
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Read the environment through server/env.ts.' },
      ],
    },
  },
  {
    files: ['server/env.ts', 'scripts/**', 'tests/**', 'bench/**', '**/*.config.ts'],
    rules: { 'no-restricted-properties': 'off' },
  },
  { files: ['scripts/**'], ignores: ['scripts/print.ts'], rules: { 'no-console': 'error' } },
  ...layers,
  {
    // No SQL is put together from a value: the tag of `server/database/statement.ts` makes parameters of all values.
    files: ['server/{cases,seller}/**'],
    ignores: ['**/*.test.*'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: "CallExpression[callee.property.name='query'], ImportSpecifier[imported.name='raw']",
          message: 'Write SQL with the tag `sql`, and run it with `execute`, `rowsOf` and the like.',
        },
      ],
    },
  },
  {
    // What runs in the browser as React components: the desk and the islands.
    files: ['desk/src/**/*.tsx', 'src/{enquiry,forms,tools,components/ui}/**/*.tsx'],
    ignores: ['**/*.test.*'],
    plugins: { site: { rules: { 'own-element-for-text': ownElementForText } } },
    rules: { 'site/own-element-for-text': 'error' },
  },
  { files: ['{src,desk}/**/*.{ts,tsx}'], ...reactHooks.configs.flat['recommended-latest'] },
  astro.configs['flat/recommended'],
  // The type-aware rules cannot read Astro templates or plain configuration files.
  { files: ['**/*.astro', '**/*.js', '**/*.mjs'], ...tseslint.configs.disableTypeChecked },
);
