import tseslint from 'typescript-eslint';

const maxima = {
  complexity: ['error', 10],
  'max-depth': ['error', 3],
  'max-params': ['error', 3],
  'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
  'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
};

export default tseslint.config(
  // The types of the documents are made by `npm run generate`: what they look like is their generator's.
  { ignores: ['dist', 'node_modules', '.tap', 'eslint.config.js', 'packaging/typescript/*.d.ts'] },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      ...maxima,
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          paths: ['http', 'node:http'].map((name) => ({
            name,
            message:
              'Import its values from src/runtime/node-http.ts; the module itself loads fetch.',
            allowTypeImports: true,
          })),
        },
      ],
      'no-console': 'error',
    },
  },
  // A test file is a list of behaviours: its length says how many there are, not how tangled it is.
  {
    files: ['test/**', 'bench/**'],
    rules: {
      'max-lines-per-function': 'off',
      'max-lines': 'off',
      'no-console': 'off',
      '@typescript-eslint/no-floating-promises': [
        'error',
        { allowForKnownSafeCalls: [{ from: 'package', name: ['test'], package: 'tap' }] },
      ],
    },
  },
);
