import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import openapiTypes, { astToString } from 'openapi-typescript';
import { loadShippedAdapters, loadDeviceTypes } from '../src/device-type/adapter-loader.ts';
import { configSchema } from '../src/config/config-schema.ts';
import { deviceTypeSchema } from '../src/device-type/device-type.ts';
import { loadApis } from '../src/modules/load-modules.ts';
import type { Api } from '../src/gateway/endpoint.ts';
import { createOpenApiDocument } from '../src/http/openapi/document.ts';
import { listOperations } from './api-operations.ts';
import { withOperations } from './python-operations.ts';
import { readRecordings } from '../test/peers/replay/recordings.ts';
import { withTypeTable } from './device-type-table.ts';
import { lockFileForAnyNode } from './package/shrinkwrap.ts';
import { packageRoot, packageVersion } from '../src/runtime/package-root.ts';

/*
 * Writes the generated files: JSON Schemas of the files that a site writes by hand, for editors, in config/schema, the types
 * of the two APIs, for the TypeScript client, the operations of the Python client, the table of the device types in
 * docs/devices.md, and the lock file, which compiles no package. With --check it only fails if a file is out of date.
 */

const pythonClient = 'packaging/python/gatehouse_client.py';
const pythonProject = 'packaging/python/pyproject.toml';
const root = fileURLToPath(packageRoot);
const adapters = await loadShippedAdapters();
const apis = await loadApis();

const { types } = await loadDeviceTypes([new URL('config/device-types/', packageRoot)], adapters);

const schemas = {
  'gatehouse.json': configSchema,
  'device-type.json': deviceTypeSchema,
  ...Object.fromEntries(
    [...adapters].map(([name, { options, command, writeCommand }]) => [
      `adapter-${name}.json`,
      { $defs: { options, command, ...(writeCommand && { write: writeCommand }) } },
    ]),
  ),
};

const texts: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [`config/schema/${name}`, schemaText(schema)]),
  ),
  'packaging/typescript/control-api.d.ts': await typesText(apis.control),
  'packaging/typescript/gate-api.d.ts': await typesText(apis.gate),
  [pythonClient]: withOperations(
    readFileSync(join(root, pythonClient), 'utf8'),
    listOperations(apis),
  ),
  [pythonProject]: withVersion(readFileSync(join(root, pythonProject), 'utf8')),
  'docs/devices.md': withTypeTable(
    textOf(join(root, 'docs/devices.md')) ?? '',
    [...types.values()],
    readRecordings(),
  ),
  'npm-shrinkwrap.json': lockFileForAnyNode(root),
};

const isCheck = process.argv.includes('--check');
const stale: string[] = [];
for (const [name, text] of Object.entries(texts)) {
  const file = join(root, name);
  if (isCheck && textOf(file) !== text) stale.push(name);
  if (isCheck) continue;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
if (stale.length > 0) {
  process.stderr.write(`out of date: ${stale.join(', ')}; run npm run generate\n`);
  process.exit(1);
}

function schemaText(schema: object): string {
  return `${JSON.stringify({ $schema: 'https://json-schema.org/draft/2020-12/schema', ...schema }, null, 2)}\n`;
}

/** Keeps a field with a default optional, since a body may omit it. */
async function typesText(api: Api): Promise<string> {
  const document = Buffer.from(JSON.stringify(createOpenApiDocument(api)));
  const types = astToString(await openapiTypes(document, { defaultNonNullable: false }));
  return `// Made by \`npm run generate\` from the OpenAPI document of ${api.prefix}.\n\n${types}`;
}

/** Sets the version of a Python project to the version of the product. */
function withVersion(text: string): string {
  return text.replace(/^version = ".*"$/m, `version = "${packageVersion}"`);
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
