import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/*
 * Puts packages of many small files beside the compiled code as one file each, where Node finds them before the installed
 * ones: most of a start would go into finding and opening them. Run by `npm run build`.
 */

/** What is imported of each package, or of one file of it; `*`: whatever it exports, which only ES modules tell. */
const packages: Readonly<Record<string, readonly string[]>> = {
  ajv: ['Ajv'],
  'ajv/dist/2020.js': ['Ajv2020'],
  commander: ['Command', 'InvalidArgumentError'],
  fastify: ['default'],
  kysely: ['*'],
  pino: ['pino'],
  'prom-client': ['collectDefaultMetrics', 'Counter', 'Gauge', 'Histogram', 'Registry'],
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
  ],
};
/** What Fastify loads when it has to compile schemas, or when a test injects requests. */
const seldom = [
  '@fastify/ajv-compiler',
  '@fastify/fast-json-stringify-compiler',
  'light-my-request',
];
/** Modules that ask for Node's own parts by `require` find none in an ES module. */
const banner =
  "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";

const root = fileURLToPath(new URL('../../', import.meta.url));

async function bundle(name: string, exported: readonly string[]): Promise<void> {
  const isFile = name.endsWith('.js');
  const folder = `${root}dist/node_modules`;
  const names = exported.map((word) => (word === '*' ? '*' : `{ ${word} }`));
  await build({
    stdin: {
      contents: names.map((words) => `export ${words} from '${name}';`).join('\n'),
      resolveDir: root,
    },
    ...{
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'node24',
      external: seldom,
      logLevel: 'warning',
    },
    ...{ banner: { js: banner }, outfile: `${folder}/${isFile ? name : `${name}/index.js`}` },
  });
  if (!isFile)
    await writeFile(
      `${folder}/${name}/package.json`,
      `${JSON.stringify({ type: 'module', main: 'index.js' })}\n`,
    );
}

await mkdir(`${root}dist/node_modules`, { recursive: true });
await Promise.all(Object.entries(packages).map(([name, exported]) => bundle(name, exported)));
