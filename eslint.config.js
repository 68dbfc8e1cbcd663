import js from '@eslint/js';
import astro from 'eslint-plugin-astro';
import reactHooks from 'eslint-plugin-react-hooks';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

export default defineConfig(
  globalIgnores(['dist/', 'dist-desk/', '**/.astro/', '.data/', '.reports/']),
  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      // Numbers (ids, counts, ports) read well in a template; objects and undefined do not.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/consistent-type-definitions': 'off',
      'no-restricted-imports': [
        'error',
        { patterns: [{ group: ['../../../*', '!**/*.json'], message: 'Use a # alias of package.json.' }] },
      ],
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
  { files: ['{src,desk}/**/*.{ts,tsx}'], ...reactHooks.configs.flat['recommended-latest'] },
  astro.configs['flat/recommended'],
  // The type-aware rules cannot read Astro templates or plain configuration files.
  { files: ['**/*.astro', '**/*.js', '**/*.mjs'], ...tseslint.configs.disableTypeChecked },
);
