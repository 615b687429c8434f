import { hash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build, type BuildOptions, type Metafile, type Plugin } from 'esbuild';
import { loadApis, loadTables } from '../../src/modules/load-modules.ts';
import { packageRoot, packageVersion } from '../../src/runtime/package-root.ts';
import { oneCore } from './one-core.ts';
import { readResourceSchema } from './resource-schema.ts';

/*
 * Bundles the console (`web/`) into the folder `console` of the compiled code: files that are named by their hash, each also
 * compressed, and `index.html`, which names the first ones. `npm run build` calls this.
 */

const root = fileURLToPath(packageRoot);
const web = join(root, 'web');
const output = fileURLToPath(new URL('../../console/', import.meta.url));
const compressed = { br: promisify(brotliCompress), gz: promisify(gzip) };
/** Smaller files gain nothing. */
const minCompressedOctets = 512;

const [apis, { resources }] = await Promise.all([loadApis(), loadTables()]);

/** Resolves `schema:PATH` to what the APIs say about that collection. */
const schemas: Plugin = {
  name: 'schemas',
  setup(of) {
    of.onResolve({ filter: /^schema:/ }, ({ path }) => ({
      path: path.slice('schema:'.length),
      namespace: 'schema',
    }));
    of.onLoad({ filter: /./, namespace: 'schema' }, ({ path }) => ({
      contents: moduleOf(readResourceSchema(path, { apis: [apis.control, apis.gate], resources })),
    }));
  },
};

/** Loads the texts of a language without the exports by name that the bundler gives to JSON: they are half of a file. */
const texts: Plugin = {
  name: 'texts',
  setup(of) {
    of.onLoad({ filter: /\/web\/texts\/\w+\.json$/ }, async ({ path }) => ({
      contents: moduleOf(JSON.parse(await readFile(path, 'utf8'))),
    }));
  },
};

function moduleOf(value: unknown): string {
  return `export default ${JSON.stringify(value)};`;
}

await rm(output, { recursive: true, force: true });
await mkdir(output, { recursive: true });
const options = {
  absWorkingDir: root,
  entryPoints: [
    { in: join(web, 'main.tsx'), out: 'main' },
    { in: join(web, 'early.ts'), out: 'early' },
    { in: join(web, 'design/css/index.css'), out: 'style' },
  ],
  outdir: output,
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  target: ['chrome123', 'firefox120', 'safari17.5'],
  jsx: 'automatic',
  jsxImportSource: 'preact',
  minify: true,
  legalComments: 'none',
  charset: 'utf8',
  metafile: true,
  write: false,
  logLevel: 'warning',
  define: { builtVersion: JSON.stringify(packageVersion) },
} as const satisfies BuildOptions;
const { metafile: plan } = await build({ ...options, plugins: [schemas, texts] });
const { outputFiles, metafile } = await build({
  ...options,
  plugins: [schemas, texts, oneCore(plan)],
});
for (const { path, contents } of outputFiles) await write(path, contents);
await write(join(output, 'licences.txt'), Buffer.from(await licences(metafile)));
await write(join(output, 'index.html'), Buffer.from(await indexPage(metafile)));

async function write(path: string, contents: Uint8Array): Promise<void> {
  await writeFile(path, contents);
  if (contents.length < minCompressedOctets) return;
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  await writeFile(`${path}.br`, await compressed.br(contents, quality));
  await writeFile(`${path}.gz`, await compressed.gz(contents, { level: 9 }));
}

/** Returns the licences of the packages whose code the bundle has, as they ask for. */
async function licences({ inputs }: Metafile): Promise<string> {
  const folders = Object.keys(inputs).flatMap(
    (path) => /^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? [],
  );
  const texts = [...new Set(folders)].toSorted().map(async (folder) => {
    const names = await readdir(join(root, folder));
    const name = names.find((one) => /^licen[cs]e/i.test(one));
    const source = Object.keys(inputs).find((path) => path.startsWith(`${folder}/`)) ?? '';
    const text =
      name === undefined
        ? noticeIn(await readFile(join(root, source), 'utf8'))
        : await readFile(join(root, folder, name), 'utf8');
    if (!/licen[cs]e/i.test(text)) throw new Error(`${folder} has no licence`);
    return `${folder.slice('node_modules/'.length)}\n\n${text.trim()}\n`;
  });
  return (await Promise.all(texts)).join('\n\n');
}

/** Returns the comment at the begin of a source, which holds the licence of a package without a file of it. */
function noticeIn(source: string): string {
  const lines = /^(?:\/\/.*\n)+/.exec(source)?.[0] ?? '';
  return lines.replaceAll(/^\/\/-*[ \t]*/gm, '');
}

/** Returns the page, which names the files of this build. */
async function indexPage({ outputs }: Metafile): Promise<string> {
  const icon = await readFile(join(web, 'icon.svg'));
  const iconName = `icon-${hash('sha256', icon, 'hex').slice(0, 8)}.svg`;
  await write(join(output, iconName), icon);
  const nameOf = (source: string) => {
    const found = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === source);
    return found?.[0].split('/').at(-1) ?? '';
  };
  const page = await readFile(join(web, 'index.html'), 'utf8');
  // Loaded with the first script, not after it: on a slow link each step takes its time.
  const preloads = importsOf(outputs, nameOf('web/main.tsx')).map(
    (name) => `    <link rel="modulepreload" href="./${name}" />\n`,
  );
  const textFiles = Object.values(outputs).flatMap(({ entryPoint }) =>
    entryPoint?.startsWith('web/texts/') === true ? [nameOf(entryPoint)] : [],
  );
  return page
    .replace('<html', `<html data-texts="${textFiles.toSorted().join(' ')}"`)
    .replace('  </head>', `${preloads.join('')}  </head>`)
    .replace('early.js', nameOf('web/early.ts'))
    .replace('main.js', nameOf('web/main.tsx'))
    .replace('main.css', nameOf('web/design/css/index.css'))
    .replace('icon.svg', iconName);
}

/** Lists the files that a file imports at once, and those that they import. */
function importsOf(outputs: Metafile['outputs'], first: string): readonly string[] {
  const found = new Set<string>();
  const add = (name: string) => {
    const [, { imports = [] } = {}] =
      Object.entries(outputs).find(([path]) => path.endsWith(`/${name}`)) ?? [];
    for (const { path, kind } of imports) {
      const imported = path.split('/').at(-1) ?? '';
      if (kind !== 'import-statement' || found.has(imported)) continue;
      found.add(imported);
      add(imported);
    }
  };
  add(first);
  return [...found];
}
