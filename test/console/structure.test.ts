import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { test } from 'tap';
import { packageRoot } from '../../src/runtime/package-root.ts';
import { csvRows } from '../../web/pages/welcome/csv-rows.ts';
import { importsOf, sourceFiles, type SourceFile } from '../source-files.ts';

/* The sources of the console, and what the build makes of them. */

/** Folders of `web`, and which others each may import. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  'web/app': ['web/design', 'web/resource', 'web/pages', 'web/texts', 'packaging'],
  // Words, numbers and problems; no page and no call.
  'web/design': ['web/app'],
  'web/resource': ['web/app', 'web/design'],
  'web/pages': ['web/app', 'web/design', 'web/resource'],
  'web/texts': ['web/app'],
  web: ['web/app'],
};

/** Files of `web/app` that components use. */
const ofDesign = /^web\/app\/(?:texts|theme|format|load|problem)\.ts$/;

const files = sourceFiles('web');
const folderOf = (path: string) =>
  path
    .split('/')
    .slice(0, path.startsWith('web/') && path.split('/').length > 2 ? 2 : 1)
    .join('/');

function faultsOf(file: SourceFile): readonly string[] {
  const own = folderOf(file.path);
  return importsOf(file).flatMap((path) => {
    const folder = folderOf(path);
    const isAllowed = folder === own || mayImport[own]?.includes(folder) === true;
    const isDesign = own !== 'web/design' || folder !== 'web/app' || ofDesign.test(path);
    return isAllowed && isDesign ? [] : [`${file.path} must not import ${path}`];
  });
}

test('each folder of the console imports only what it may', (t) => {
  t.ok(files.length > 40, `${files.length} files`);
  t.same(files.flatMap(faultsOf), []);
  t.same(faultsOf({ path: 'web/design/x.tsx', text: "import '../app/api.ts';" }), [
    'web/design/x.tsx must not import web/app/api.ts',
  ]);
  t.same(faultsOf({ path: 'web/resource/x.tsx', text: "import '../pages/devices/x.ts';" }), [
    'web/resource/x.tsx must not import web/pages/devices/x.ts',
  ]);
  t.end();
});

test('no folder of the console holds more than 25 files', (t) => {
  const counts = new Map<string, number>();
  for (const { path } of files) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  t.same(
    [...counts].filter(([, count]) => count > 25),
    [],
  );
  t.end();
});

test('only the design has styles, and markup has no style attribute', (t) => {
  const styled = files.filter(
    ({ path, text }) => !path.startsWith('web/design/') && /style=|\.css'/.test(text),
  );
  t.same(
    styled.map(({ path }) => path),
    [],
  );
  t.end();
});

const built = new URL('dist/console/', packageRoot);
const names = readdirSync(built);
const read = (name: string) => readFileSync(new URL(name, built), 'utf8');
const compressedOctets = (name: string) =>
  readFileSync(new URL(names.includes(`${name}.br`) ? `${name}.br` : name, built)).length;

/** Returns a file and those that it imports at once. */
function withImports(name: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(name)) return seen;
  seen.add(name);
  for (const [, imported] of read(name).matchAll(/(?:from|import)\s?"\.\/([\w-]+\.js)"/g))
    if (imported !== undefined) withImports(imported, seen);
  return seen;
}

const find = (pattern: RegExp) => names.find((name) => pattern.test(name)) ?? '';

/** The texts of one language. */
const textFile = /^[a-z]{2}-\w{8}\.js$/;

test('the first view is small', (t) => {
  const scripts = withImports(find(/^main-\w+\.js$/));
  t.equal(scripts.size, 2, 'the entry, and one file with all that it imports');
  const first = new Set(['index.html', find(/^style-\w+\.css$/), find(/^early-/), ...scripts]);
  const octets = [...first].reduce((sum, name) => sum + compressedOctets(name), 0);
  t.ok(octets < 60_000, `${octets} octets before the first content`);
  const loadable = names.filter((name) => /\.(?:js|css|html)$/.test(name) && !/^plot-/.test(name));
  const texts = loadable.filter((name) => textFile.test(name)).map(compressedOctets);
  t.equal(texts.length, 9, 'a file of texts for each language but English');
  const others = loadable.filter((name) => !textFile.test(name)).map(compressedOctets);
  const total = others.reduce((sum, octets) => sum + octets, Math.max(...texts));
  t.ok(total < 200_000, `${total} octets in all, without charts, in the longest language`);
  t.end();
});

test('files are named by their hash, and the page loads them from its own folder', (t) => {
  const unnamed = names.filter((name) => !/-\w{8}\.\w+(?:\.br|\.gz)?$/.test(name));
  t.same(
    unnamed.filter((name) => !/^(?:index\.html|licences\.txt)/.test(name)),
    [],
  );
  const loaded = [...read('index.html').matchAll(/(?:src|href)="([^"]*)"/g)].map(([, to]) => to);
  t.equal(loaded.length, 6, 'what the first script imports is loaded with it');
  const isSession = (to = '') => to === './../gate/api/v1/session/current/';
  t.ok(loaded.some(isSession), 'and who is signed in');
  for (const to of loaded) if (!isSession(to)) t.match(to, /^\.\/\w+-\w{8}\.\w+$/);
  t.match(read('licences.txt'), /preact/);
  t.end();
});

test('cells of CSV hold quotes, separators and lines', (t) => {
  const text = '\uFEFFname;note\r\n"a ""b"";c";5" rack\r"two\nlines" ; "x"\n;\n';
  t.same(csvRows(text), [
    { name: 'a "b";c', note: '5" rack' },
    { name: 'two\nlines', note: 'x' },
  ]);
  t.same(
    csvRows('name,note\n"open,x\n'),
    [{ name: '"open', note: 'x' }],
    'a quote that never ends',
  );
  t.end();
});
