import { test } from 'tap';
import { organization } from '../../src/organization/organization.ts';
import { selectUpTo } from '../../src/store/query/resource-query.ts';
import { bothStores, insert, stamps } from './stores.ts';

const names = [
  'Hotel Überfahrt',
  'Žofín',
  'ΟΔΟΣ',
  'Straße',
  'Cafe\u0301',
  'гостиница',
  '100 %',
  'a_b',
];

/** What is searched for, and what is found. */
const searches: readonly (readonly [text: string, found: readonly string[]])[] = [
  ['über', ['Hotel Überfahrt']],
  ['ÜBER', ['Hotel Überfahrt']],
  ['u\u0308ber', ['Hotel Überfahrt']],
  ['žOFÍN', ['Žofín']],
  ['οδος', ['ΟΔΟΣ']],
  ['STRASSE', ['Straße']],
  ['CAFÉ', ['Cafe\u0301']],
  ['ГОСТ', ['гостиница']],
  ['hotel', ['Hotel Überfahrt']],
  ['0 %', ['100 %']],
  ['A_B', ['a_b']],
  ['zofin', []],
];

for (const store of await bothStores())
  test(`${store.engine}: a search finds capital and small letters of any script`, async (t) => {
    for (const [index, name] of names.entries())
      await insert(store, 'organization', { name, short_name: `found-${index}`, ...stamps });
    for (const [value, found] of searches) {
      const where = [{ column: 'name', operator: 'contains', value }] as const;
      const rows = await selectUpTo(store, organization, { scope: 'all', where, limit: 10 });
      t.same(
        rows.map(({ name }) => name),
        found,
        value,
      );
    }
  });
