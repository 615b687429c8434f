import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'tap';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Contracts at the top of src, and the rooms that know nothing of the product; anybody may import them. */
const contracts = [
  'adapter',
  'attribute-dictionary',
  'caller',
  'config',
  'device-type',
  'errors',
  'fields',
  'gateway',
  'job',
  'resource',
  'runtime',
  'schema',
  'secret',
  'tables',
  'vault',
].map((name) => `src/${name}`);
const domains = ['src/inventory', 'src/aaa', 'src/portal', 'src/dnsfilter'];

/** Who may import whom; types alone may come from anywhere. An area may always import itself, and what is not listed is forbidden. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  'src/main': ['*'],
  'src/cli': ['*'],
  'src/command-line': ['*'],
  'src/resources': [...domains, ...contracts],
  'src/bootstrap-admin': ['src/aaa', 'src/store', ...contracts],
  'src/adapter-loader': contracts,
  'src/control': ['src/http', ...domains, ...contracts],
  'src/gate': ['src/http', ...domains, ...contracts],
  'src/radius': ['src/protocol', 'src/aaa', 'src/portal', 'src/store', ...contracts],
  'src/jobs': ['src/store', ...domains, ...contracts],
  'src/http': ['src/store', ...contracts],
  'src/inventory': ['src/store', ...contracts],
  'src/aaa': ['src/store', ...contracts],
  'src/portal': ['src/aaa', 'src/store', ...contracts],
  'src/dnsfilter': ['src/store', ...contracts],
  'src/site': ['src/resources', 'src/store', ...domains, ...contracts],
  'src/store': contracts,
  'src/protocol': ['src/errors', 'src/secret', 'src/runtime'],
  'src/demo': ['src/protocol', 'src/errors', 'src/schema', 'src/secret'],
  adapters: ['src/adapter', 'src/errors', 'src/secret', 'src/protocol'],
  ...Object.fromEntries(contracts.map((contract) => [contract, contracts])),
};

/** `src/http/page.ts` -> `src/http`, `src/errors.ts` -> `src/errors`, `adapters/ssh.ts` -> `adapters`. */
function areaOf(file: string): string {
  return file.startsWith('adapters/')
    ? 'adapters'
    : file.replace(/\.ts$/, '').split('/').slice(0, 2).join('/');
}

function sources(folder: string): string[] {
  const names = readdirSync(join(root, folder), { recursive: true }) as string[];
  return names
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
    .map((name) => `${folder}/${name}`);
}

const importing =
  /\b(?:import|export) (?!type )[^;'"]*?from '(\.[^']*)'|\bimport\('(\.[^']*)'\)|\bimport '(\.[^']*)'/g;

function faultsOf(file: string, text: string): string[] {
  const area = areaOf(file);
  return [...text.matchAll(importing)]
    .map(([, from, dynamic, bare]) => areaOf(join(dirname(file), from ?? dynamic ?? bare ?? '')))
    .filter(
      (target) =>
        target !== area &&
        !mayImport[area]?.some((allowed) => allowed === '*' || allowed === target),
    )
    .map((target) => `${file} must not import ${target}`);
}

test('every file imports only what its area may', (t) => {
  const files = [...sources('src'), ...sources('adapters')];
  t.ok(files.length > 50, `${files.length} files`);
  t.same(
    files.flatMap((file) => faultsOf(file, readFileSync(join(root, file), 'utf8'))),
    [],
  );
  t.end();
});

test('every area has its line in the table', (t) => {
  const areas = new Set([...sources('src'), ...sources('adapters')].map(areaOf));
  t.same(
    [...areas].filter((area) => !(area in mayImport)),
    [],
  );
  t.end();
});

test('the rule catches a domain that reaches up, an adapter that reaches in, and http that knows a device', (t) => {
  const cases = [
    ['src/inventory/x.ts', "import { crud } from '../http/crud.ts';", 'src/http'],
    ['src/inventory/x.ts', "export { crud } from '../http/crud.ts';", 'src/http'],
    ['src/inventory/x.ts', "const { crud } = await import('../http/crud.ts');", 'src/http'],
    ['adapters/x.ts', "import { Store } from '../src/store/store.ts';", 'src/store'],
    ['src/http/x.ts', "import {\n  device,\n} from '../inventory/device.ts';", 'src/inventory'],
    ['src/errors.ts', "import './http/server.ts';", 'src/http'],
  ] as const;
  for (const [file, text, target] of cases)
    t.same(faultsOf(file, text), [`${file} must not import ${target}`]);
  t.same(
    faultsOf('src/inventory/x.ts', "import type { Endpoint } from '../http/endpoint.ts';"),
    [],
    'a type is no dependency',
  );
  t.end();
});
