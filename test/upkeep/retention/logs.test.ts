import tap, { test } from 'tap';
import { loadTables } from '../../../src/modules/load-modules.ts';
import { Retention } from '../../../src/upkeep/retention/retention-task.ts';
import { startPostgres } from '../../peers/postgres.ts';
import { startSite } from '../../radius/fixture.ts';

const { growth: growingTables } = await loadTables();

const postgres = await startPostgres({ fsync: false });
const sites = { sqlite: await startSite(), postgres: await startSite({ database: postgres.url }) };
tap.teardown(async () => {
  await Promise.all(Object.values(sites).map((site) => site.stop()));
  await postgres.stop();
});

const now = Date.now();
const daysAgo = (days: number) => now - days * 86_400_000;

for (const [engine, { gateway, store }] of Object.entries(sites)) {
  const retention = new Retention(gateway, growingTables);
  const change = (created: number, next_try: number | null) => ({
    organization: 1,
    client: 1,
    kind: 'coa',
    trigger: 'api',
    attributes: '[]',
    status: 'acknowledged',
    created,
    next_try,
  });
  const decision = (datetime: number) => ({
    organization: 1,
    datetime,
    client: 1,
    client_name: 'nas',
    username: 'alice',
    method: 'PAP',
    outcome: 'reject',
    reason: 'wrong password',
    checks: '[]',
    counters: '[]',
    attributes: '[]',
    ms: 1,
  });
  const packet = (datetime: number) => ({
    organization: 1,
    datetime,
    client: 1,
    client_name: 'nas',
    source: '127.0.0.1',
    nasipaddress: '127.0.0.1',
    attributes: '[]',
  });

  test(`${engine}: old rows of every log are deleted while no new ones come`, async (t) => {
    await store.write([
      store.db
        .insertInto('aaa_decision')
        .values([
          ...Array.from({ length: 1_200 }, () => decision(daysAgo(8))),
          decision(daysAgo(6)),
        ]),
      store.db.insertInto('aaa_packet').values([packet(daysAgo(31)), packet(daysAgo(29))]),
      store.db
        .insertInto('aaa_authorization_change')
        .values([change(daysAgo(91), null), change(daysAgo(89), null), change(daysAgo(91), now)]),
    ]);
    await retention.run(new AbortController().signal);
    const decisions = await store.db.selectFrom('aaa_decision').select('datetime').execute();
    const packets = await store.db.selectFrom('aaa_packet').select('datetime').execute();
    const changes = await store.db
      .selectFrom('aaa_authorization_change')
      .select(['created', 'next_try'])
      .orderBy('id')
      .execute();
    t.same(decisions, [{ datetime: daysAgo(6) }]);
    t.same(packets, [{ datetime: daysAgo(29) }]);
    t.same(
      changes,
      [
        { created: daysAgo(89), next_try: null },
        { created: daysAgo(91), next_try: now },
      ],
      'pending changes stay',
    );
  });

  test(`${engine}: beyond the row limit the oldest rows are deleted`, async (t) => {
    await store.write([
      store.db
        .insertInto('aaa_packet')
        .values(Array.from({ length: 5 }, (_, index) => packet(now + index))),
    ]);
    gateway.config.retention.packets.rows = 3;
    await retention.run(new AbortController().signal);
    const left = await store.db.selectFrom('aaa_packet').select('datetime').orderBy('id').execute();
    t.same(
      left.map(({ datetime }) => datetime),
      [now + 2, now + 3, now + 4],
    );
  });
}
