import { test } from 'tap';
import { location } from '../../src/organization/location.ts';
import { accountingPacket } from '../../src/aaa/session/accounting-packet.ts';
import { client as clients } from '../../src/aaa/client/client.ts';
import { fetchPage } from '../../src/http/list/page.ts';
import { countRows } from '../../src/store/query/row-count.ts';
import type { Condition } from '../../src/store/query/selection.ts';
import { findReferrersOfDeletion } from '../../src/store/query/referrers.ts';
import type { Resource } from '../../src/contract/resource.ts';
import type { Store } from '../../src/store/store.ts';
import { addClient, addOrganization, bothStores, insert, stamps } from './stores.ts';

/* Counts of a log that is longer than what is counted. */

const rows = 10_400;
/** One packet in so many has the rare type. */
const rareEvery = 3000;

const filled = [];
for (const store of await bothStores()) {
  const organization = await addOrganization(store);
  const client = await addClient(store, organization);
  await store.write([
    {
      sql: `insert into aaa_packet
          (organization, datetime, client, client_name, source, acctstatustype, nasipaddress, attributes)
        with recursive series(n) as (select 1 union all select n + 1 from series where n < ${rows})
        select ${organization}, n, ${client}, 'nas', '10.0.0.1',
          case when n % ${rareEvery} = 0 then 'Failed' else 'Accounting-On' end, '10.0.0.1', '[]' from series`,
      parameters: [],
    },
  ]);
  filled.push({ store, organization, client });
}

for (const { store, organization, client } of filled) {
  const count = (...where: Condition[]) =>
    countRows(store, accountingPacket, { scope: [organization], where });
  const isType = (value: string): Condition => ({
    column: 'acctstatustype',
    operator: '=',
    value,
  });

  test(`${store.engine}: a count stops at 10,000`, async (t) => {
    t.same(await count(), { count: 10_000, isEstimate: true });
    t.same(await count({ column: 'client', operator: '=', value: client }), {
      count: 10_000,
      isEstimate: true,
    });
  });

  test(`${store.engine}: without an index, the matches among the newest 10,000 rows are a lower bound`, async (t) => {
    const { count: found, isEstimate } = await count(isType('Accounting-On'));
    t.ok(found > 9990 && found <= 10_000, String(found));
    t.equal(isEstimate, true);
  });

  test(`${store.engine}: where those are fewer than a page, the count is exact`, async (t) => {
    t.same(await count(isType('Failed')), {
      count: Math.floor(rows / rareEvery),
      isEstimate: false,
    });
    t.same(await count(isType('none')), { count: 0, isEstimate: false });
  });

  test(`${store.engine}: a field that is never null is null in no row`, async (t) => {
    const isNull = (value: 0 | 1): Condition => ({ column: 'source', operator: 'is null', value });
    t.same(await count(isNull(1)), { count: 0, isEstimate: false });
    t.same(await count(isNull(0)), { count: 10_000, isEstimate: true });
  });

  test(`${store.engine}: a row is counted by its key`, async (t) => {
    t.same(await count({ column: 'id', operator: '=', value: 77 }), {
      count: 1,
      isEstimate: false,
    });
    t.same(await count({ column: 'id', operator: 'in', value: [77, 78, -1] }), {
      count: 2,
      isEstimate: false,
    });
  });

  test(`${store.engine}: counting what refers to a row stops at a limit`, async (t) => {
    const parent = await insert(store, 'location', { ...stamps, organization, name: 'site' });
    await store.write([
      {
        sql: `insert into location (organization, name, parent, created, last_change)
          with recursive series(n) as (select 1 union all select n + 1 from series where n < 1001)
          select ${organization}, n, ${parent}, 0, 0 from series`,
        parameters: [],
      },
    ]);
    const find = (...organizations: number[]) =>
      findReferrersOfDeletion(store, 'location', { id: parent, organizations });
    const visible = [{ table: 'location', count: 1_000 }];
    t.same(await find(organization), { visible, hasOthers: false });
    t.same(await find(organization + 1), { visible: [], hasOthers: true });
  });

  test(`${store.engine}: reading a list of one page counts it, and only a long one costs a long read`, async (t) => {
    const longReads: string[] = [];
    const readLong: Store['readLong'] = (query) => {
      longReads.push(query.compile().sql);
      return store.readLong(query);
    };
    const few: Condition = { column: 'id', operator: 'in', value: [77, 78] };
    const all = { ...store, readLong };
    const page = (
      of: Resource,
      where: readonly Condition[],
      query: { limit: number; cursor?: string },
    ) =>
      fetchPage({
        store: all,
        resource: of,
        selection: { scope: [organization], where },
        order: null,
        query,
        address: { origin: () => '', path: '/', query: '' },
      });
    const packets = (limit: number, cursor?: string) =>
      page(accountingPacket, [few], { limit, ...(cursor !== undefined && { cursor }) });
    t.match(await packets(2), { count: 2, next: null, previous: null });
    t.match(await packets(1), { count: 2, next: /cursor=/, previous: null });
    const end = Buffer.from('[0,0,false]').toString('base64url');
    t.match(
      await packets(2, end),
      { count: 2, results: [] },
      'a page beyond the last row is no list',
    );
    await addClient(store, organization);
    t.match(await page(clients, [], { limit: 1 }), { count: 2 });
    t.same(longReads, []);
    t.match(await page(location, [], { limit: 1 }), { count: 1002 });
    t.equal(longReads.length, 1);
    t.match(await page(accountingPacket, [], { limit: 1 }), { count: 10_000 });
    t.equal(longReads.length, 2);
  });
}
