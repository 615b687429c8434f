import tap, { test } from 'tap';
import { countOtherPlaces, reservePlace } from '../../../src/aaa/policy/limit/reservation.ts';
import { openStore } from '../../../src/store/database.ts';
import { systemClock } from '../../../src/runtime/clock.ts';
import { eventually } from '../../gateway-process.ts';
import { radclient, type Site } from '../fixture.ts';
import { addSubscriber, logIn, pap, startOnBothEngines } from './two-engines.ts';

/* Places of Simultaneous-Use between an Access-Accept and the Start of its session. */

let passedMs = 0;
const now = () => new Date(systemClock.now().getTime() + passedMs);
const { sites, url, stop } = await startOnBothEngines({ now });
tap.teardown(stop);

const atMost = (value: string) => ({
  check: [{ id: 1, attribute: 'Simultaneous-Use', op: ':=' as const, value }],
});
const stationOf = (device: number) => `02-00-00-00-00-0${device}`;
const outcomeOf = (output: string) => /^Received Access-(\w+)/.exec(output)?.[1] ?? 'nothing';

interface Event {
  readonly status: 'Start' | 'Stop';
  readonly username: string;
  readonly session: string;
  readonly station?: string;
}

async function account(
  { server }: Site,
  { status, username, session, station }: Event,
): Promise<void> {
  const lines = [
    `Acct-Status-Type=${status}`,
    `Acct-Session-Id=${session}`,
    `User-Name="${username}"`,
    'NAS-IP-Address=192.0.2.10',
    ...(station === undefined ? [] : [`Calling-Station-Id="${station}"`]),
  ];
  const attributes = `${lines.join('\n')}\n`;
  await radclient({ to: server.acctAddress, command: 'acct', attributes });
}

for (const [engine, site] of Object.entries(sites)) {
  const login = async (username: string, device: number | null) => {
    const station = device === null ? '' : `Calling-Station-Id="${stationOf(device)}"\n`;
    return outcomeOf(await logIn(site, pap(username, station)));
  };

  test(`${engine}: of five devices that log in at once as many get in as Simultaneous-Use allows`, async (t) => {
    await addSubscriber(site, 'crowd', atMost('2'));
    const outcomes = await Promise.all([1, 2, 3, 4, 5].map((device) => login('crowd', device)));
    t.equal(outcomes.filter((outcome) => outcome === 'Accept').length, 2, outcomes.join());
    const reasons = await eventually(
      () =>
        site.store.db
          .selectFrom('aaa_decision')
          .select('reason')
          .where('username', '=', 'crowd')
          .where('outcome', '=', 'reject')
          .execute(),
      (rows) => rows.length === 3,
    );
    for (const { reason } of reasons) t.equal(reason, 'Simultaneous-Use: 2 of 2 sessions are used');
  });

  test(`${engine}: unknown devices have a place each, and their sessions release one each`, async (t) => {
    const username = 'unknown devices';
    await addSubscriber(site, username, atMost('2'));
    t.equal(await login(username, null), 'Accept');
    t.equal(await login(username, null), 'Accept');
    t.equal(await login(username, null), 'Reject');
    await account(site, { status: 'Start', username, session: `${engine}-u1` });
    t.equal(await login(username, null), 'Reject', 'one session, and one place');
    await account(site, { status: 'Stop', username, session: `${engine}-u1` });
    t.equal(await login(username, null), 'Accept');
  });

  test(`${engine}: a place is that of its device until a session of the device has begun`, async (t) => {
    const username = 'one device';
    await addSubscriber(site, username, atMost('1'));
    const [first, session] = [stationOf(1), `${engine}-1`];
    t.equal(await login(username, 1), 'Accept');
    t.equal(await login(username, 1), 'Accept', 'the same device has its place');
    t.equal(await login(username, 2), 'Reject');
    const station = first.replaceAll('-', ':');
    await account(site, { status: 'Start', username, session, station });
    t.equal(await login(username, 2), 'Reject', 'the session counts in place of it');
    t.equal(await login(username, 1), 'Accept', 'the same device again');
    await account(site, { status: 'Stop', username, session, station });
    t.equal(await login(username, 2), 'Accept', 'neither place nor session are left');
  });

  test(`${engine}: without a Start, a place is free again after its time`, async (t) => {
    const username = 'no Start';
    await addSubscriber(site, username, atMost('1'));
    t.equal(await login(username, 1), 'Accept');
    passedMs += 10_000;
    t.equal(await login(username, 2), 'Reject');
    passedMs += 25_000;
    t.equal(await login(username, 2), 'Accept');
    const places = await site.store.db
      .selectFrom('aaa_reservation as r')
      .innerJoin('user as u', 'u.id', 'r.user')
      .select('r.station')
      .where('u.username', '=', username)
      .execute();
    t.strictSame(places, [{ station: '020000000002' }], 'what is over is deleted');
  });

  test(`${engine}: a login that is refused takes no place`, async (t) => {
    await addSubscriber(site, 'typing', atMost('1'));
    const wrong = pap('typing', `Calling-Station-Id="${stationOf(1)}"\n`).replace(
      /User-Password=.*/,
      'User-Password="wrong"',
    );
    t.equal(outcomeOf(await logIn(site, wrong)), 'Reject');
    t.equal(await login('typing', 2), 'Accept');
  });
}

test('PostgreSQL: two gateways give out no place twice', async (t) => {
  const { store } = sites.postgres;
  const other = await openStore(url, '/nowhere');
  t.teardown(() => other.close());
  const user = await addSubscriber(sites.postgres, 'of two gateways', atMost('3'));
  const at = now();
  const taken = await Promise.all(
    Array.from({ length: 24 }, (_, device) =>
      reservePlace(device % 2 === 0 ? store : other, {
        user,
        station: `02:00:00:00:01:${device.toString(16).padStart(2, '0')}`,
        allowed: 3,
        at,
        seconds: 30,
      }),
    ),
  );
  t.equal(taken.filter(Boolean).length, 3);
  t.equal(await countOtherPlaces(other, { user, station: null }, at), 3);
});
