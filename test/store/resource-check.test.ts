import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'tap';
import { Type } from 'typebox';
import { client } from '../../src/aaa/client/client.ts';
import { nullable, text } from '../../src/contract/fields.ts';
import type { Resource } from '../../src/contract/resource.ts';
import { loadTables } from '../../src/modules/load-modules.ts';
import { checkResources } from '../../src/store/resource-check.ts';
import { bothStores } from './stores.ts';

const { resources } = await loadTables();

const stores = await bothStores();

/** A resource that differs from its table or its relation, and the line that names the difference. */
const faulty: Readonly<Record<string, readonly [resource: Resource, line: string]>> = {
  'a field without a column': [
    { ...client, schema: Type.Object({ ...client.schema.properties, vendor: nullable(text()) }) },
    'aaa_client.vendor: a field without a column in the table',
  ],
  'a column without a field': [
    { ...client, schema: Type.Omit(client.schema, ['nas_identifier']) },
    'aaa_client.nas_identifier: a column of the table that no field declares',
  ],
  'a field that may be null where its column may not': [
    {
      ...client,
      schema: Type.Object({ ...client.schema.properties, name: nullable(text()) }),
    },
    'aaa_client.name: NOT NULL in the table only',
  ],
  'a field that may not be null where its column may': [
    { ...client, schema: Type.Object({ ...client.schema.properties, nas_identifier: text() }) },
    'aaa_client.nas_identifier: nullable in the table only',
  ],
  'a default that the table lacks': [
    { ...client, databaseDefaults: ['name'] },
    'aaa_client.name: in databaseDefaults, but the table has no default',
  ],
  'a filter on a column that the relation lacks': [
    { ...client, filters: { model: { column: 'model', operator: '=', schema: text() } } },
    'aaa_client.model: missing in the table or relation of the resource',
  ],
  'a relation without a field': [
    { ...client, relation: () => 'select id, organization, name, address from aaa_client' },
    'aaa_client.coa_port: missing in the table or relation of the resource',
  ],
  'a relation that is not SQL': [
    { ...client, relation: () => 'select * from nowhere' },
    'aaa_client.id: missing in the table or relation of the resource',
  ],
};

for (const store of stores) {
  test(`${store.engine}: every resource fits its table and its relation`, async (t) => {
    await checkResources(store, resources);
    t.pass();
  });

  for (const [name, [resource, line]] of Object.entries(faulty))
    test(`${store.engine}: the check names ${name}`, async (t) => {
      const error: unknown = await checkResources(store, [resource]).then(
        () => null,
        (reason: unknown) => reason,
      );
      t.ok(error instanceof Error && error.message.split('\n').includes(line), String(error));
    });
}

test('every resource of the source is in the list', (t) => {
  const source = new URL('../../../src/', import.meta.url);
  const definitions = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => [
      ...readFileSync(new URL(name, source), 'utf8').matchAll(
        /^export const \w+.* = (?:resource|rollup)\(/gm,
      ),
    ]);
  t.equal(resources.length, definitions.length);
  t.end();
});
