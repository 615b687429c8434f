import Database from 'better-sqlite3';
import tap, { test } from 'tap';
import { memoryOf } from '../../../bench/proc.ts';
import { GatewayProcess } from '../../gateway-process.ts';
import { randomOf } from '../../random.ts';
import { absurdRows, mutated, sendMutations } from './mutations.ts';

/* Packets that were bent at random; `npm run bench -- mutations` sends a million of them. */

const secret = 'a-secret-of-22-octets!';
const seed = 20_261_121;
/** More than the queues hold, so that they have grown as far as they go. */
const warmUp = 10_000;
const packets = 10_000;
/** What the heap breathes by under load; three kilobytes for each packet would be more. The bench looks closer. */
const mostGrowth = 100e6;

const gateway = await GatewayProcess.start({ GATEHOUSE_LOG_LEVEL: 'error' });
tap.teardown(() => gateway.remove());
await gateway.gate('POST', '/aaa_client/', { name: 'nas', address: '127.0.0.1', secret });

/** Datagrams that came in, whatever became of them. */
async function received(): Promise<number> {
  const { text } = await gateway.call('GET', '/metrics');
  const values = [
    ...text.matchAll(/^gatehouse_radius_(?:packets|drops)_total\{port="acct".* (\d+)$/gm),
  ];
  return values.reduce((sum, [, count]) => sum + Number(count), 0);
}

test(
  '20,000 bent packets end nothing, grow nothing and leave no row that can not be true',
  { timeout: 120_000 },
  async (t) => {
    const { pid } = gateway;
    await sendMutations({ port: gateway.acctPort, secret, seed, packets: warmUp });
    const before = memoryOf(pid).resident;
    await sendMutations({ port: gateway.acctPort, secret, seed: seed + 1, packets });
    const growth = memoryOf(pid).resident - before;
    t.ok((await received()) >= 0.99 * (warmUp + packets), 'nearly all of them were read');
    t.equal(gateway.pid, pid);
    t.equal((await gateway.call('GET', '/readyz')).status, 200);
    t.ok(growth < mostGrowth, `${Math.round(growth / 1e6)} MB more in memory`);
    const absurd = absurdRows(gateway.database);
    t.strictSame(absurd.slice(0, 10), [], `${absurd.length} rows`);
    t.notMatch(gateway.output, /"level":[4-6]0/, 'and nothing was logged as an error');
  },
);

test('the same seed bends the same packets, and another one others', (t) => {
  const of = (seed: number) => {
    const random = randomOf(seed);
    // Without what depends on the time of day: the attributes' lengths.
    return Array.from({ length: 100 }, () => mutated(random, secret).length);
  };
  t.strictSame(of(1), of(1));
  t.not(String(of(1)), String(of(2)));
  t.end();
});

test('a row that can not be true is noticed', (t) => {
  const database = new Database(gateway.database);
  database.pragma('foreign_keys = OFF');
  database.exec(`insert into aaa_accounting (organization, client, acctsessionid, acctuniqueid, nasipaddress, acctinputoctets,
    acctstarttime) values (1, 1, 'x', 'x', 'nowhere', -1, 99999999999999)`);
  database.close();
  t.strictSame(
    absurdRows(gateway.database).map((words) => words.replace(/^\d+: (\w+) .*/, '$1')),
    ['acctstarttime', 'acctinputoctets', 'nasipaddress'],
  );
  t.end();
});
