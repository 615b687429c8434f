import { setTimeout as sleep } from 'node:timers/promises';
import tap, { test } from 'tap';
import type { CheckAttributes, ReplyAttributes } from '../../../src/aaa/policy/attribute-lists.ts';
import { createDynamicAuthorization } from '../../../src/radius/coa/dynamic-authorization.ts';
import { startFakeNas } from '../../peers/fake-nas.ts';
import { startPostgres } from '../../peers/postgres.ts';
import { addEastAndWest, daysOfEast } from '../../radius/east-and-west.ts';
import { radclient, secret, startSite, type Site } from '../../radius/fixture.ts';

/* Limits of sessions that are going on: what is used up takes effect while they last, and so does its renewal. */

tap.setTimeout(240_000);

const postgres = await startPostgres({ fsync: false });
/** It is noon when the test begins: no day ends while it runs. */
const aheadOfNoon = new Date().setHours(12, 0, 0, 0) - Date.now();
const now = () => new Date(Date.now() + aheadOfNoon);
const sites = {
  sqlite: await startSite({ now }),
  postgres: await startSite({ now, database: postgres.url }),
};
tap.teardown(async () => {
  await Promise.all(Object.values(sites).map((site) => site.stop()));
  await postgres.stop();
});

const inHex = (text: string) => Buffer.from(text).toString('hex');
const set = (attribute: string, value: string): CheckAttributes => [{ attribute, op: ':=', value }];
const filter = (value: string): ReplyAttributes => [{ attribute: 'Filter-Id', op: ':=', value }];
const granted = (value: string) => [{ attribute: 'Filter-Id', value }];
const filterId = 11;
const acctSessionId = 44;
/** A check writes a change, the next run of another task sends it. */
const runsUntilQuiet = 3;

interface Fields {
  readonly check?: CheckAttributes;
  readonly reply?: ReplyAttributes;
  readonly onLimit?: 'disconnect' | 'coa';
  readonly limit?: ReplyAttributes;
}

/** A site, the NAS of its sessions, and the clock of their checks. Periodic tasks run when a test asks for it. */
async function furnish(site: Site) {
  const nas = await startFakeNas(secret);
  const { store, server, gateway } = site;
  const clock = { aheadMs: 0 };
  await store.write([store.db.updateTable('aaa_client').set({ coa_port: nas.port })]);
  await addEastAndWest(store);
  const dynamicAuthorization = createDynamicAuthorization({
    ...gateway,
    now: () => new Date(now().getTime() + clock.aheadMs),
  });
  const { signal } = new AbortController();
  const runTasks = async () => {
    for (const task of dynamicAuthorization.tasks) await task.run(signal);
  };
  let number = 0;
  const user = async ({
    check = [],
    reply = filter('full'),
    onLimit = 'disconnect',
    limit = [],
  }: Fields) => {
    const times = { created: 0, last_change: now().getTime() };
    const lists = {
      check_attributes: JSON.stringify(check),
      reply_attributes: JSON.stringify(reply),
    };
    const row = { organization: 1, name: `profile ${(number += 1)}`, ...lists, ...times };
    const limits = { on_limit: onLimit, limit_attributes: JSON.stringify(limit) };
    const [made] = await store.write([
      store.db
        .insertInto('aaa_profile')
        .values({ ...row, ...limits })
        .returning('id'),
    ]);
    const profile = Number(made?.rows[0]?.['id']);
    const username = `user ${number}`;
    const [added] = await store.write([
      store.db
        .insertInto('user')
        .values({ organization: 1, username, role: 'subscriber', profile, ...times })
        .returning('id'),
    ]);
    return { username, profile, id: Number(added?.rows[0]?.['id']) };
  };
  const account = async (status: string, session: string, more = '') => {
    const attributes = `Acct-Status-Type=${status}\nAcct-Session-Id=${session}\nNAS-IP-Address=127.0.0.1\n${more}`;
    const to = server.acctAddress;
    const { ok, output } = await radclient({ to, command: 'acct', attributes, seconds: 30 });
    if (!ok) throw new Error(output);
  };
  const open = async (username: string, more = '') => {
    const session = `L-${(number += 1)}`;
    const who = `User-Name="${username}"\n${more}`;
    await account('Start', session, who);
    const counted = (octets: number) =>
      `${who}Acct-Session-Time=1\nAcct-Input-Octets=${octets}\nAcct-Output-Octets=0\n`;
    await runTasks();
    return {
      session,
      interim: (octets: number) => account('Interim-Update', session, counted(octets)),
      stop: (octets: number) => account('Stop', session, counted(octets)),
    };
  };
  const changes = async (session: string) =>
    store.db
      .selectFrom('aaa_authorization_change as c')
      .innerJoin('aaa_accounting as a', 'a.radacctid', 'c.session')
      .select(['c.kind', 'c.trigger', 'c.reason', 'c.attributes', 'c.status', 'c.error_cause'])
      .where('a.acctsessionid', '=', session)
      .orderBy('c.id')
      .execute();
  /** Runs the tasks until a session has `count` changes and all have ended. Returns the changes. */
  const endedChanges = async ({ session }: { readonly session: string }, count = 1) => {
    for (let tries = 0; tries < 500; tries += 1) {
      await runTasks();
      const found = await changes(session);
      const isOver = found.every(({ status }) => status !== 'scheduled' && status !== 'running');
      if (found.length >= count && isOver)
        return found.map((row) => ({ ...row, attributes: JSON.parse(row.attributes) as unknown }));
      await sleep(5);
    }
    throw new Error(
      `${session}: ${(await changes(session)).length} of ${count} changes have ended`,
    );
  };
  /** Requests for a session that the NAS has received, retransmissions left out. */
  const requestsOf = ({ session }: { readonly session: string }) => {
    const all = nas.received.filter(
      ({ attributes }) => attributes.get(acctSessionId)?.[0] === inHex(session),
    );
    return [...new Map(all.map((request) => [request.authenticator, request])).values()];
  };
  const stop = async () => {
    await dynamicAuthorization.stop();
    await nas.stop();
  };
  /** Runs the tasks until they find nothing more to do. */
  const quiet = async () => {
    const pending = store.db
      .selectFrom('aaa_authorization_change')
      .select('id')
      .where('status', 'in', ['scheduled', 'running']);
    do {
      for (let run = 0; run < runsUntilQuiet; run += 1) await runTasks();
      await sleep(5);
    } while ((await pending.execute()).length > 0);
  };
  return { nas, clock, user, account, open, endedChanges, requestsOf, changes, quiet, stop };
}

function aheadOfMidnight(): number {
  return new Date(now()).setHours(24, 1, 0, 0) - now().getTime();
}

for (const [engine, site] of Object.entries(sites)) {
  const { nas, clock, user, account, open, endedChanges, requestsOf, changes, quiet, stop } =
    await furnish(site);
  tap.teardown(stop);
  const daily = {
    check: set('Max-Daily-Octets', '1000'),
    onLimit: 'coa',
    limit: filter('slow'),
  } as const;

  test(`${engine}: an Interim-Update that exhausts a quota sends one CoA with the limit attributes`, async (t) => {
    const session = await open((await user(daily)).username);
    await session.interim(999);
    await quiet();
    t.same(await changes(session.session), [], 'an octet is left');
    await session.interim(1_000);
    t.match(await endedChanges(session), [
      {
        kind: 'coa',
        trigger: 'quota',
        status: 'acknowledged',
        attributes: granted('slow'),
        reason: 'Max-Daily-Octets: 1000 of 1000 octets are used',
      },
    ]);
    for (const octets of [1_500, 2_000, 2_500]) await session.interim(octets);
    await quiet();
    t.match(
      requestsOf(session).map(({ kind, attributes }) => [kind, attributes.get(filterId)]),
      [['coa', [inHex('slow')]]],
      'not with every interim',
    );
  });

  test(`${engine}: the next day the session gets the attributes of its profile again`, async (t) => {
    const session = await open((await user(daily)).username);
    await session.interim(1_000);
    await endedChanges(session);
    clock.aheadMs = aheadOfMidnight();
    t.match((await endedChanges(session, 2)).at(-1), {
      kind: 'coa',
      trigger: 'renewed',
      status: 'acknowledged',
      attributes: granted('full'),
    });
    await quiet();
    t.same(
      requestsOf(session).map(({ attributes }) => attributes.get(filterId)),
      [[inHex('slow')], [inHex('full')]],
    );
    clock.aheadMs = 0;
  });

  test(`${engine}: raising a quota restores the attributes of the session`, async (t) => {
    const { username, profile } = await user(daily);
    const session = await open(username);
    await session.interim(1_000);
    await endedChanges(session);
    const raised = {
      check_attributes: JSON.stringify(set('Max-Daily-Octets', '5000')),
      last_change: now().getTime(),
    };
    await site.store.write([
      site.store.db.updateTable('aaa_profile').set(raised).where('id', '=', profile),
    ]);
    t.match((await endedChanges(session, 2)).at(-1), {
      kind: 'coa',
      trigger: 'renewed',
      attributes: granted('full'),
    });
    await session.interim(5_000);
    t.match(
      (await endedChanges(session, 3)).at(-1),
      { kind: 'coa', trigger: 'quota', attributes: granted('slow') },
      'and it ends again',
    );
  });

  test(`${engine}: a reset quota disconnects a session whose limit attributes a CoA cannot withdraw`, async (t) => {
    const session = await open(
      (await user({ ...daily, reply: [{ attribute: 'Idle-Timeout', value: '60' }] })).username,
    );
    await session.interim(1_000);
    t.match(await endedChanges(session), [
      { kind: 'coa', attributes: [{ attribute: 'Idle-Timeout' }, ...granted('slow')] },
    ]);
    clock.aheadMs = aheadOfMidnight();
    t.match((await endedChanges(session, 2)).at(-1), { kind: 'disconnect', trigger: 'renewed' });
    clock.aheadMs = 0;
  });

  test(`${engine}: an exhausted quota disconnects the session once if the profile says disconnect`, async (t) => {
    const session = await open((await user({ check: set('Max-All-Octets', '1000') })).username);
    await session.interim(1_200);
    t.match(await endedChanges(session), [
      { kind: 'disconnect', trigger: 'quota', status: 'acknowledged' },
    ]);
    await session.interim(1_300);
    await quiet();
    t.equal(requestsOf(session).length, 1);
  });

  test(`${engine}: two sessions share a quota, and both are changed`, async (t) => {
    const { username } = await user(daily);
    const [one, other] = [await open(username), await open(username)];
    await one.interim(500);
    await other.interim(400);
    await quiet();
    t.same([await changes(one.session), await changes(other.session)], [[], []]);
    await other.interim(500);
    for (const session of [one, other]) {
      t.match(await endedChanges(session), [
        { kind: 'coa', trigger: 'quota', attributes: granted('slow') },
      ]);
      t.equal(requestsOf(session).length, 1);
    }
  });

  test(`${engine}: a Stop may exhaust the quota that another session shares`, async (t) => {
    const { username } = await user(daily);
    const [one, other] = [await open(username), await open(username)];
    await one.stop(1_000);
    t.match(await endedChanges(other), [
      { kind: 'coa', trigger: 'quota', attributes: granted('slow') },
    ]);
    t.same(await changes(one.session), []);
  });

  test(`${engine}: a quota of time is exhausted without a packet`, async (t) => {
    const { username } = await user({ ...daily, check: set('Max-All-Session', '3600') });
    const session = await open(username);
    t.same(await changes(session.session), []);
    clock.aheadMs = 3_700_000;
    t.match(await endedChanges(session), [
      { kind: 'coa', trigger: 'quota', attributes: granted('slow') },
    ]);
    clock.aheadMs = 0;
  });

  test(`${engine}: the end of Login-Time ends the session, also if quotas only limit it`, async (t) => {
    const later = new Date(now().getTime() + 1_200_000);
    const digits = (date: Date) =>
      `${date.getHours()}`.padStart(2, '0') + `${date.getMinutes()}`.padStart(2, '0');
    const { username } = await user({
      ...daily,
      check: set('Login-Time', `Any${digits(new Date(now().getTime() - 60_000))}-${digits(later)}`),
    });
    const session = await open(username);
    await quiet();
    t.same(await changes(session.session), []);
    clock.aheadMs = 1_300_000;
    t.match(await endedChanges(session), [
      { kind: 'disconnect', trigger: 'login_time', status: 'acknowledged' },
    ]);
    clock.aheadMs = 0;
  });

  test(`${engine}: a session gets the reply items of the time when that begins and when it ends`, async (t) => {
    const minutesFromNow = (minutes: number) => {
      const date = new Date(now().getTime() + minutes * 60_000);
      return [date.getHours(), date.getMinutes()]
        .map((part) => `${part}`.padStart(2, '0'))
        .join('');
    };
    const time = `Any${minutesFromNow(20)}-${minutesFromNow(39)}`;
    const reply = [...filter('usual'), { ...filter('rush hour')[0], when: { time } }];
    const { username } = await user({ reply: reply as ReplyAttributes });
    const session = await open(username);
    await quiet();
    t.same(await changes(session.session), []);
    clock.aheadMs = 19 * 60_000;
    await quiet();
    t.same(await changes(session.session), []);
    clock.aheadMs = 21 * 60_000;
    t.match(await endedChanges(session), [
      { kind: 'coa', trigger: 'profile', status: 'acknowledged', attributes: granted('rush hour') },
    ]);
    clock.aheadMs = 41 * 60_000;
    t.match(await endedChanges(session, 2), [
      { attributes: granted('rush hour') },
      { kind: 'coa', status: 'acknowledged', attributes: granted('usual') },
    ]);
    clock.aheadMs = 0;
  });

  test(`${engine}: Login-Time of a session uses the time zone of its access point's location`, async (t) => {
    const { username } = await user({ check: set('Login-Time', daysOfEast(now().getTime())) });
    const session = await open(username, 'NAS-Identifier=east\n');
    const elsewhere = await open(username, 'NAS-Identifier=west\n');
    t.match(await endedChanges(elsewhere), [{ kind: 'disconnect', trigger: 'login_time' }]);
    t.same(await changes(session.session), []);
  });

  test(`${engine}: the last session beyond Simultaneous-Use is disconnected`, async (t) => {
    const { username } = await user({ check: set('Simultaneous-Use', '1') });
    const first = await open(username, 'Calling-Station-Id=0A-00-00-00-00-01\n');
    const again = await open(username, 'Calling-Station-Id=0a0000000001\n');
    const second = await open(username, 'Calling-Station-Id=0A-00-00-00-00-02\n');
    t.match(await endedChanges(second), [{ kind: 'disconnect', trigger: 'simultaneous_use' }]);
    t.same(
      [await changes(first.session), await changes(again.session)],
      [[], []],
      'a device that comes again is one',
    );
  });

  for (const [words, check, before] of [
    ['of its own', 'Max-All-Session', null],
    ['of octets that another one shares', 'Max-All-Octets', 'Acct-Input-Octets=2\n'],
    ['of time that another one shares', 'Max-All-Session', 'Acct-Session-Time=2\n'],
  ] as const)
    test(`${engine}: a quota ${words}, exhausted between login and first check, changes the session`, async (t) => {
      const { username, id } = await user({ ...daily, check: set(check, '2') });
      if (before !== null)
        await account('Stop', `used-${id}`, `User-Name="${username}"\n${before}`);
      const session = await open(username, 'Acct-Delay-Time=300\n');
      t.match(await endedChanges(session), [
        { kind: 'coa', trigger: 'quota', attributes: granted('slow') },
      ]);
      await quiet();
      t.equal(requestsOf(session).length, 1);
    });

  for (const [words, check, before] of [
    ['of octets', 'Max-All-Octets', 'Acct-Input-Octets=2\n'],
    ['of time', 'Max-All-Session', 'Acct-Session-Time=2\n'],
  ] as const)
    test(`${engine}: a quota ${words}, exhausted in the second of the login, counts for the login`, async (t) => {
      const { username, id } = await user({ ...daily, check: set(check, '2') });
      const at = `User-Name="${username}"\nEvent-Timestamp=${Math.floor(now().getTime() / 1000)}\n`;
      await account('Stop', `used-${id}`, `${at}${before}`);
      const session = await open(
        username,
        `Event-Timestamp=${Math.floor(now().getTime() / 1000)}\n`,
      );
      await quiet();
      t.same(await changes(session.session), []);
    });

  test(`${engine}: a voucher whose time ends between login and first check is disconnected`, async (t) => {
    const { username, id } = await user(daily);
    const token = { user: id, kind: 'network', time: 2, created: 0 };
    await site.store.write([site.store.db.insertInto('user_token').values(token)]);
    const session = await open(username, 'Acct-Delay-Time=300\n');
    t.match(await endedChanges(session), [
      { kind: 'coa', trigger: 'balance', attributes: granted('slow') },
    ]);
  });

  test(`${engine}: a session that begins with an exhausted quota is not changed`, async (t) => {
    const { username } = await user(daily);
    const session = await open(username);
    await session.stop(1_000);
    const begun = await open(username);
    await quiet();
    t.same(await changes(begun.session), [], 'it was let in with the attributes of the limit');
  });

  test(`${engine}: a NAS that refuses the CoA gets a Disconnect`, async (t) => {
    nas.behave({ answer: 'nak', errorCause: 405 }, { answer: 'ack' });
    const session = await open((await user(daily)).username);
    await session.interim(1_000);
    t.match(await endedChanges(session, 2), [
      { kind: 'coa', trigger: 'quota', status: 'refused', error_cause: 405 },
      { kind: 'disconnect', trigger: 'quota', status: 'acknowledged', reason: /Max-Daily-Octets/ },
    ]);
  });
}
