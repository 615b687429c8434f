import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import tap, { test } from 'tap';
import { GatewayProcess } from '../gateway-process.ts';
import { AccountingStream } from '../peers/accounting-stream.ts';

/* An answered packet is on disk: the gateway is killed twenty times in the middle of a stream of accounting. */

const rounds = 20;
const secret = 'a-secret-of-22-octets!';

const gateway = await GatewayProcess.start({ GATEHOUSE_LOG_LEVEL: 'error' });
tap.teardown(() => gateway.remove());
await gateway.gate('POST', '/aaa_client/', { name: 'nas', address: '127.0.0.1', secret });

/** What was answered: session id -> octets of the newest packet that was. */
const answered = new Map<string, number>();

test('what was answered before a kill is in the store after it, twenty times', { timeout: 180_000 }, async (t) => {
  for (let round = 0; round < rounds; round += 1) {
    const stream = new AccountingStream({ port: gateway.acctPort, secret, name: `round-${round}` }, answered);
    const sending = stream.run();
    await sleep(randomInt(60, 400));
    await gateway.signal('SIGKILL');
    stream.stop();
    await sending;
    t.ok(stream.answers > 0, `round ${round}: ${stream.answers} packets answered`);
    await gateway.start();
    t.same(missing(), [], `round ${round}: nothing that was answered is missing`);
  }
  t.ok(answered.size > rounds * 10, `${answered.size} sessions`);
});

test('the comparison notices a packet that is missing', (t) => {
  const [[session = '', octets = 0] = []] = answered;
  answered.set('never-sent', 1);
  answered.set(session, octets + 1);
  t.same(new Set(missing()), new Set(['never-sent', session]));
  t.end();
});

/** Sessions of which the store has less than was answered. */
function missing(): string[] {
  const database = new Database(gateway.database, { readonly: true });
  const rows = database.prepare<[], { acctsessionid: string; acctinputoctets: number | null }>(
    'select acctsessionid, acctinputoctets from aaa_accounting',
  );
  const stored = new Map(rows.all().map(({ acctsessionid, acctinputoctets }) => [acctsessionid, acctinputoctets ?? 0]));
  database.close();
  return [...answered].filter(([session, octets]) => (stored.get(session) ?? -1) < octets).map(([session]) => session);
}
