import { setTimeout as sleep } from 'node:timers/promises';
import tap, { test } from 'tap';
import { ManualClock } from '../../manual-clock.ts';
import { Secret } from '../../../src/contract/secret.ts';
import { startPostgres } from '../../peers/postgres.ts';
import { ask, Peer, secret, silenceMs, startSite } from '../fixture.ts';
import { signedPacket } from '../packets.ts';

/* Clients that another gateway or the command line changes: written to the store past the gateway's own copy. */

const postgres = await startPostgres({ fsync: false });
tap.teardown(() => postgres.stop());

const start = (shared: string, identifier = 1) =>
  signedPacket(shared, {
    code: 4,
    identifier,
    attributes: [
      [40, 1],
      [44, 'S01'],
    ],
  });
const hour = 3_600_000;

for (const database of ['sqlite', postgres.url]) {
  const engine = database === 'sqlite' ? 'sqlite' : 'postgres';

  test(`${engine}: a client that is switched off after a change with a clock ahead is refused within a second`, async (t) => {
    const clock = new ManualClock();
    const site = await startSite({ clock, database });
    t.teardown(() => site.stop());
    const { store } = site;
    const now = clock.now().getTime();
    const change = (values: { readonly last_change: number; readonly is_active?: 0 | 1 }) =>
      store.write([
        store.db.updateTable('aaa_client').set(values).where('address', '=', '127.0.0.1'),
      ]);
    await change({ last_change: now + hour });
    await clock.advance(2_000);
    const acct = site.server.acctAddress;
    t.ok(await ask(acct, start(secret)), 'known');
    await change({ last_change: now, is_active: 0 });
    let answer = await ask(acct, start(secret, 2), { withinMs: silenceMs });
    for (let tries = 0; answer && tries < 5; tries += 1) {
      await clock.advance(1_000);
      // The database takes its own time.
      await sleep(200);
      answer = await ask(acct, start(secret, 3 + tries), { withinMs: silenceMs });
    }
    t.equal(answer, null);
    await change({ last_change: now, is_active: 1 });
    answer = null;
    for (let tries = 0; !answer && tries < 5; tries += 1) {
      await clock.advance(1_000);
      answer = await ask(acct, start(secret, 99 + tries), { withinMs: 1_000 });
    }
    t.ok(answer, 'and at the same time of change known again');
  });

  test(`${engine}: a client is valid from the moment that it is stored`, async (t) => {
    const clock = new ManualClock();
    const isShared = engine === 'postgres';
    const own = isShared ? await postgres.createDatabase('moments') : database;
    const site = await startSite({ clock, database: own });
    t.teardown(() => site.stop());
    const acct = site.server.acctAddress;
    for (const [position, from] of ['127.0.0.2', '127.0.0.3'].entries()) {
      const nas = await Peer.open(from);
      const fresh = `a secret of its own ${position}`;
      // The copy in memory has been checked in this very second.
      t.equal(await ask(acct, start(secret), { from: '127.0.0.99', withinMs: 50 }), null);
      const id = await site.addClient(from, { secret: 'to be replaced' });
      const sealed = site.gateway.vault.seal(new Secret(fresh), 'aaa_client.secret');
      nas.send(acct, start('to be replaced'));
      t.ok(await answerWhile(clock, nas), `created: ${from}`);
      const update = site.store.db.updateTable('aaa_client').set({ secret: sealed });
      await site.store.write([update.where('id', '=', id)]);
      nas.send(acct, start(fresh, 2));
      t.ok(await answerWhile(clock, nas), `changed: ${from}`);
      await nas.close();
    }
  });
}

/** Waits for an answer while a tenth of a second passes, again and again for half a second in all. */
async function answerWhile(clock: ManualClock, nas: Peer): Promise<unknown> {
  let answer = await nas.answer(30);
  for (let passed = 0; !answer && passed < 500; passed += 100) {
    await clock.advance(100);
    answer = await nas.answer(200);
  }
  return answer ?? nas.answer();
}
