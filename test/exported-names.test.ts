import { test } from 'tap';
import { sourceFiles, type SourceFile } from './source-files.ts';

/** Lists the functions, classes and constants that a file exports; types have no part in it. */
function exportsOf({ text }: SourceFile): readonly string[] {
  const declaration = /^export (?:async |abstract )?(?:function\*?|class|const) (\w+)/gm;
  return [...text.matchAll(declaration)].map(([, name]) => name ?? '');
}

/** Returns the names that several files of a domain export, with these files; a domain is a folder of `src`. */
function repeatedNames(files: readonly SourceFile[]): readonly string[] {
  const filesByName = new Map<string, string[]>();
  for (const file of files) {
    const [, domain = ''] = file.path.split('/');
    for (const name of exportsOf(file)) {
      const key = `${domain}: ${name}`;
      filesByName.set(key, [...(filesByName.get(key) ?? []), file.path]);
    }
  }
  return [...filesByName]
    .filter(([, paths]) => paths.length > 1)
    .map(([key, paths]) => `${key} is exported by ${paths.join(' and ')}`);
}

test('a domain exports a name once', (t) => {
  const files = sourceFiles('src');
  t.ok(files.flatMap(exportsOf).length > 1000, 'the exports are found');
  t.same(repeatedNames(files), []);
  t.end();
});

test('a name is repeated within a domain only, and whatever it is declared as', (t) => {
  const file = (path: string, text: string) => ({ path, text });
  t.same(
    repeatedNames([
      file('src/aaa/a.ts', 'export async function find() {}\nexport class Log {}'),
      file('src/aaa/policy/b.ts', 'export const find = 1;\nfunction Log() {}'),
      file('src/portal/c.ts', 'export function find() {}\nexport function* list() {}'),
      file('src/portal/d.ts', 'export type list = string;'),
    ]),
    ['aaa: find is exported by src/aaa/a.ts and src/aaa/policy/b.ts'],
  );
  t.end();
});
