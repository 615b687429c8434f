import tap, { test } from 'tap';
import {
  createDecisionLog,
  type DecisionLog,
  type DecisionRow,
} from '../../../src/aaa/policy/decision-log.ts';
import { Fault } from '../../../src/contract/errors.ts';
import { BatchedLog } from '../../../src/store/batched-log.ts';
import { startSite, type Site } from '../../radius/fixture.ts';

const site = await startSite();
tap.teardown(() => site.stop());

const rowAt = (datetime: number, more: Partial<DecisionRow> = {}): DecisionRow => ({
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
  ...more,
});

async function readLogged({ store }: Site): Promise<number[]> {
  const rows = await store.db.selectFrom('aaa_decision').select('datetime').orderBy('id').execute();
  return rows.map(({ datetime }) => datetime);
}

/** Opens a second log on the site's store, whose writes can be replaced. */
function logOn(write?: Site['store']['write']): DecisionLog {
  const { gateway } = site;
  const store = write
    ? new Proxy(gateway.store, {
        get: (of, key): unknown => (key === 'write' ? write : Reflect.get(of, key)),
      })
    : gateway.store;
  site.gateway.metrics.removeSingleMetric('gatehouse_radius_decisions_dropped_total');
  return createDecisionLog({ ...gateway, store });
}

const dropped = () => site.counted('gatehouse_radius_decisions_dropped_total', {});

test('pending decisions are written when the gateway stops', async (t) => {
  const log = logOn();
  const now = Date.now();
  for (let index = 0; index < 450; index += 1) log.add(rowAt(now + index));
  await log.close();
  t.same(
    await readLogged(site),
    Array.from({ length: 450 }, (_, index) => now + index),
  );
  log.add(rowAt(now));
  t.equal((await readLogged(site)).length, 450, 'and none after that');
});

test('while the store refuses writes, the oldest pending decisions are dropped and counted', async (t) => {
  const refusing = () => Promise.reject(new Fault('overloaded', 'the queue is full'));
  const log = logOn(refusing);
  for (let index = 0; index < 5_000; index += 1) log.add(rowAt(index));
  t.equal(await dropped(), 5_000 - 4_096);
  await log.close();
});

test('a flood of one organization displaces no decisions of another', async (t) => {
  const real = site.store.write.bind(site.store);
  let isRefusing = true;
  const log = logOn((batch) =>
    isRefusing ? Promise.reject(new Fault('overloaded', 'the queue is full')) : real(batch),
  );
  for (let index = 0; index < 10; index += 1) log.add(rowAt(index, { organization: 2 }));
  for (let index = 0; index < 6_000; index += 1) log.add(rowAt(1_000 + index));
  t.equal(await dropped(), 6_010 - 4_096);
  isRefusing = false;
  await log.close();
  const rows = await site.store.db
    .selectFrom('aaa_decision')
    .select('datetime')
    .where('organization', '=', 2)
    .orderBy('id')
    .execute();
  t.same(
    rows.map(({ datetime }) => datetime),
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
  );
  await site.store.write([site.store.db.deleteFrom('aaa_decision')]);
});

test('a batch that cannot be written is counted and logged, and the next one is written', async (t) => {
  const log = logOn();
  const before = (await readLogged(site)).length;
  for (let index = 0; index < 200; index += 1) log.add(rowAt(Date.now(), { organization: 99 }));
  log.add(rowAt(Date.now()));
  await log.close();
  t.equal(await dropped(), 200);
  t.equal((await readLogged(site)).length, before + 1);
  t.ok(site.lines.some((line) => line.includes('cannot write decisions on RADIUS logins')));
});

test('a decision that is added in the tick that a batch ends is written without waiting', async (t) => {
  for (let turns = 0; turns < 12; turns += 1) {
    let writes = 0;
    const log = new BatchedLog<{ readonly organization: number }>({
      write: () => {
        writes += 1;
        if (writes === 1) void addLater();
        return Promise.resolve();
      },
      sleep: () => Promise.resolve(),
      onDropped: () => undefined,
      onRefused: () => [],
    });
    const addLater = async () => {
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
      log.add({ organization: 1 });
    };
    log.add({ organization: 1 });
    for (let tick = 0; tick < 3; tick += 1) await new Promise(setImmediate);
    t.equal(writes, 2, `${turns} turns after the write`);
  }
});
