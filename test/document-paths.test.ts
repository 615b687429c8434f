import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'tap';
import { root } from './source-files.ts';

const documents = [
  'ARCHITECTURE',
  'CHANGELOG',
  'CONTRIBUTING',
  'README',
  'SECURITY',
  'docs/development',
  'docs/devices',
  'docs/operations',
  'docs/portal',
  ...globSync('docs/decisions/*.md', { cwd: root }).map((file) => file.replace(/\.md$/, '')),
];

/** Matches a path of this repository in backticks, for example `src/http/route.ts` or `config/device-types/*.yaml`. */
const path = /`((?:adapters|bench|config|fixtures|src|test|tools)\/[\w./*-]*)`/g;
/** Matches the part of a path that stands for a name of the reader's choice. */
const placeholder = /NAME|NNNN/;

const missingPaths = (text: string): readonly string[] =>
  [...new Set([...text.matchAll(path)].map(([, found = '']) => found))].filter(
    (found) => !placeholder.test(found) && globSync(found, { cwd: root }).length === 0,
  );

for (const name of documents)
  test(`every path in ${name}.md exists`, (t) => {
    t.same(missingPaths(readFileSync(join(root, `${name}.md`), 'utf8')), []);
    t.end();
  });

test('a path that is gone is found', (t) => {
  const text =
    'See `src/http/route.ts`, `config/device-types/*.yaml`, `src/aaa/*/`, `adapters/NAME.ts`, `src/aaa/users.ts`.';
  t.same(missingPaths(text), ['src/aaa/users.ts']);
  t.end();
});
