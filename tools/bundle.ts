import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { bundleGateway } from './bundle-gateway.ts';
import { writeDocumentPages } from './documents/documents.ts';
import { packageRoot } from '../src/runtime/package-root.ts';

/*
 * Bundles packages that consist of many small files into one file each next to the compiled code, where Node resolves them
 * before the installed ones: finding and opening them would take most of a start. Comments and white space are removed,
 * because V8 keeps the text of every module in memory, twice as large where it is not ASCII. Then bundles the gateway itself.
 * tap is bundled next to the tests: each test is a process that would open 260 files of it. `npm run build` calls this.
 */

/**
 * The exports that are imported of each package or file; `*` stands for all, which only ES modules can list. An ES module
 * is strict code, so net-snmp, which is partly sloppy code, stays outside.
 */
const packages: Readonly<Record<string, readonly string[]>> = {
  ajv: ['Ajv'],
  'ajv/dist/2020.js': ['Ajv2020'],
  commander: ['Argument', 'Command', 'InvalidArgumentError'],
  fastify: ['default'],
  kysely: ['*'],
  pino: ['pino'],
  'prom-client': ['collectDefaultMetrics', 'Counter', 'Gauge', 'Histogram', 'Registry'],
  saxes: ['SaxesParser'],
  typebox: ['*'],
  yaml: [
    'Document',
    'isMap',
    'isNode',
    'isScalar',
    'isSeq',
    'LineCounter',
    'parse',
    'parseDocument',
    'stringify',
  ],
};

/** The same of packages that are sloppy code, and stay CommonJS modules. */
const sloppyPackages: Readonly<Record<string, readonly string[]>> = {
  'node-netconf': ['Client'],
  ssh2: ['Client', 'Server', 'utils'],
};

/** Exports tap to the tests. The stacks of failures leave its frames out by the name of its package. */
const tap = `
import { addIgnoredPackage } from '@tapjs/stack';
addIgnoredPackage('tap');
export * from 'tap';
export { default } from 'tap';`;

/** Gives tap a cheaper module that tells to which test an error belongs. */
const errorScope: Plugin = {
  name: 'error scope',
  setup(bundler) {
    const module = { path: `${output}tools/error-scope.js` };
    bundler.onResolve({ filter: /^async-hook-domain$/ }, () => module);
    bundler.onResolve({ filter: /^async_hooks$/ }, ({ importer }) =>
      importer.includes('/@tapjs/core/') ? module : undefined,
    );
  },
};

/**
 * Modules that Fastify loads only to compile schemas or to inject requests, what ssh2 uses where it was compiled, and ssh2
 * itself, which exists once.
 */
const external = [
  '@fastify/ajv-compiler',
  '@fastify/fast-json-stringify-compiler',
  'light-my-request',
  'cpu-features',
  '*.node',
  'ssh2',
];

/** CommonJS modules in a bundle of ES modules call `require` for the modules of Node, which it does not define. */
const banner =
  "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);";

const root = fileURLToPath(packageRoot);
/** Folder of the compiled code with this module: dist, or the folder that is renamed to it. */
const output = fileURLToPath(new URL('../', import.meta.url));

const exportsOf = ([name, exported]: readonly [string, readonly string[]]) => {
  const clauses = exported.map((word) => (word === '*' ? '*' : `{ ${word} }`));
  return { name, contents: clauses.map((clause) => `export ${clause} from '${name}';`).join('\n') };
};

async function bundle(
  { name, contents }: { readonly name: string; readonly contents: string },
  format: 'esm' | 'cjs',
  folder = `${output}node_modules`,
): Promise<void> {
  const isFile = name.endsWith('.js');
  await build({
    stdin: { contents, resolveDir: root },
    bundle: true,
    format,
    platform: 'node',
    target: 'node24',
    minifyWhitespace: true,
    legalComments: 'none',
    external: external.filter((one) => one !== name),
    logLevel: 'warning',
    banner: format === 'esm' ? { js: banner } : {},
    plugins: [errorScope],
    outfile: `${folder}/${isFile ? name : `${name}/index.js`}`,
  });
  if (isFile) return;
  const type = format === 'esm' ? 'module' : 'commonjs';
  const manifest = JSON.stringify({ type, main: 'index.js' });
  await writeFile(`${folder}/${name}/package.json`, `${manifest}\n`);
}

await mkdir(`${output}node_modules`, { recursive: true });
await Promise.all([
  ...Object.entries(packages).map((one) => bundle(exportsOf(one), 'esm')),
  ...Object.entries(sloppyPackages).map((one) => bundle(exportsOf(one), 'cjs')),
  bundle({ name: 'tap', contents: tap }, 'esm', `${output}test/node_modules`),
]);
await bundleGateway(output);
// Imports packages that are bundled above.
const { writeOperations } = await import('./api-operations.ts');
await writeOperations(output);
writeDocumentPages({ root, output });
