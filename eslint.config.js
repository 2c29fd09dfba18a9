import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['**/dist/**', '**/.build*/**', '**/.fonts/**', 'test-results/**', 'screenshots/**'] },
  js.configs.recommended,
  // A longer file holds more than one thing.
  { rules: { 'max-lines': ['error', 400] } },
  {
    files: [
      '**/*.test.{ts,tsx}',
      '**/test-support/**',
      'tests/**',
      // Tables of data, which a reader searches.
      'packages/domain/src/merchants/merchant-table.ts',
      'programs/test-banks/src/{merchants,people}.ts',
    ],
    rules: { 'max-lines': 'off' },
  },
  {
    files: ['**/*.mjs', '**/*.js'],
    languageOptions: {
      globals: Object.fromEntries(
        ['process', 'console', 'URL', 'setTimeout', 'setInterval', 'clearInterval', 'AbortController'].map(
          (name) => [name, 'readonly'],
        ),
      ),
    },
  },
  { files: ['**/*.cjs'], languageOptions: { globals: { module: 'readonly' } } },
  {
    files: [
      'programs/plaid-emulator/src/link/browser/*.js',
      'programs/identity-provider/src/pages/browser/*.js',
    ],
    languageOptions: {
      sourceType: 'script',
      globals: Object.fromEntries(
        [
          'window',
          'document',
          'fetch',
          'clearTimeout',
          'getComputedStyle',
          'reportError',
          'AbortSignal',
          'CSSStyleSheet',
          'FormData',
          'HTMLInputElement',
          'URLSearchParams',
        ].map((name) => [name, 'readonly']),
      ),
    },
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      // Numbers are safe in template strings; other values need explicit conversion.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // Fastify and provider interfaces require async functions, even without await.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/no-deprecated': [
        'error',
        // Deprecated only as a warning: an issuer on plain http, at home or in a test, needs it.
        { allow: [{ from: 'package', package: 'openid-client', name: 'allowInsecureRequests' }] },
      ],
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Only config.ts reads the environment.' },
      ],
    },
  },
  {
    files: ['apps/server/src/modules/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: String.raw`TemplateElement[value.raw=/\b(insert into|delete from)\b|(?<!\b(do|for|key)\s+)\bupdate\b/i]`,
          message: 'Begin a statement that writes with a function of db/writable-table.ts.',
        },
      ],
    },
  },
  {
    files: ['apps/web/**/*.{ts,tsx}'],
    extends: [reactHooks.configs.flat.recommended],
    // It warns about what the React Compiler skips, and no build uses that.
    rules: { 'react-hooks/incompatible-library': 'off' },
  },
  {
    files: [
      '**/config.ts',
      '**/*.config.ts',
      'scripts/**/*.ts',
      'tests/**/*.ts',
      'tools/bench/**/*.ts',
      '**/test-support/**/*.ts',
    ],
    rules: { 'no-restricted-properties': 'off' },
  },
);
