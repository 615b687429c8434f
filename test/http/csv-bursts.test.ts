import { connect } from 'node:net';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import tap, { test } from 'tap';
import { GatewayProcess } from '../gateway-process.ts';
import { siblingModule } from '../../src/runtime/package-root.ts';

/* A long CSV whose client takes it in bursts: between two pieces, the event loop serves others. */

const preload = siblingModule('../loop-delay', import.meta.url);
const gateway = await GatewayProcess.start({
  GATEHOUSE_POLLING_ENABLED: 'false',
  NODE_OPTIONS: `--import ${preload.href}`,
});
tap.teardown(() => gateway.remove());

const total = 60_000;
const database = new Database(gateway.database);
database
  .prepare(
    `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ?)
     insert into aaa_accounting
       (organization, acctsessionid, acctuniqueid, username, nasipaddress, acctstarttime, acctupdatetime, acctinputoctets)
     select 1, printf('%016x', n), printf('%032x', n), 'user-' || n, '192.0.2.1', n * 1000, n * 1000, n from numbers`,
  )
  .run(total);
database.close();

/** Asks for the whole list and reads it in bursts. @returns the lines of the body */
async function readInBursts(): Promise<number> {
  const socket = connect(gateway.httpPort, '127.0.0.1');
  socket.write(
    `GET /gate/api/v1/aaa_accounting/ HTTP/1.0\r\nHost: x\r\nAccept: text/csv\r\nAuthorization: Bearer ${gateway.token}\r\n\r\n`,
  );
  let lines = 0;
  const ended = once(socket, 'end');
  socket.on('data', (part) => {
    lines += part.toString('latin1').split('\n').length - 1;
  });
  const isOpen = { value: true };
  void ended.then(() => (isOpen.value = false));
  while (isOpen.value) {
    socket.pause();
    await sleep(40);
    socket.resume();
    await sleep(40);
  }
  socket.destroy();
  return lines;
}

test('a client that takes a CSV in bursts keeps the event loop for no more than a page', async (t) => {
  const former = gateway.output.length;
  const lines = await readInBursts();
  t.ok(lines > total, `${lines} lines`);
  const delays = [...gateway.output.slice(former).matchAll(/stood still for (\d+) ms/g)].map(
    ([, ms]) => Number(ms),
  );
  t.ok(Math.max(0, ...delays) < 150, `${delays.join()} ms`);
});
