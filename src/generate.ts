import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadAdapters } from './adapters.ts';
import { configSchema } from './config-schema.ts';
import { deviceTypeSchema } from './device-type.ts';

/*
 * Writes the JSON Schemas of what a site writes by hand, for editors: config/schema. With --check it writes nothing and
 * fails where a file is not what the code says.
 */

const folder = fileURLToPath(new URL('../../config/schema/', import.meta.url));
const adapters = await loadAdapters(new URL('../adapters/', import.meta.url));

const files = {
  'gatehouse.json': configSchema,
  'device-type.json': deviceTypeSchema,
  ...Object.fromEntries(
    [...adapters].map(([name, { options, command }]) => [`adapter-${name}.json`, { $defs: { options, command } }]),
  ),
};

const isCheck = process.argv.includes('--check');
const stale: string[] = [];
if (!isCheck) mkdirSync(folder, { recursive: true });
for (const [name, schema] of Object.entries(files)) {
  const text = `${JSON.stringify({ $schema: 'https://json-schema.org/draft/2020-12/schema', ...schema }, null, 2)}\n`;
  if (!isCheck) writeFileSync(folder + name, text);
  else if (textOf(folder + name) !== text) stale.push(name);
}
if (stale.length > 0) {
  process.stderr.write(`config/schema is not what the code says: ${stale.join(', ')}; run npm run generate\n`);
  process.exit(1);
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
