import { test } from 'tap';
import { AccessPointResolver } from '../../../src/aaa/client/access-point-resolver.ts';
import { SessionRecorder } from '../../../src/aaa/session/session-recorder.ts';
import type { Store } from '../../../src/store/store.ts';
import { eventually } from '../../gateway-process.ts';
import { ManualClock } from '../../manual-clock.ts';
import { event, type AccountingEvent } from '../session/accounting-event.ts';
import {
  addAccessPoint,
  addClient,
  addOrganization,
  bothStores,
  insert,
  rowsOf,
  stamps,
} from '../../store/stores.ts';

/* Whose session it is and where: user, access point, location and organization of a row of accounting. */

const now = new Date();
let sessions = 0;

interface Line {
  readonly store: Store;
  readonly sessions: SessionRecorder;
  readonly above: number;
  readonly own: number;
  readonly below: number;
  readonly beside: number;
  readonly client: number;
}

/** Organizations one below the other, with a client in the middle, and one that is none of theirs. */
async function line(store: Store): Promise<Line> {
  const above = await addOrganization(store);
  const own = await addOrganization(store, above);
  const below = await addOrganization(store, await addOrganization(store, own));
  const beside = await addOrganization(store, above);
  return {
    store,
    sessions: new SessionRecorder(store),
    above,
    own,
    below,
    beside,
    client: await addClient(store, own),
  };
}

async function row(at: Line, given: Partial<AccountingEvent>) {
  sessions += 1;
  const sessionId = given.sessionId ?? `W${sessions}`;
  await at.sessions.record(
    event({
      kind: 'start',
      organization: at.own,
      client: at.client,
      receivedAt: now,
      sessionId,
      username: null,
      ...given,
    }),
  );
  return (await rowsOf(at.store, at.client)).find(
    ({ acctsessionid }) => acctsessionid === sessionId,
  );
}

const mac = '02:00:5E:00:53:AB';
const spellings = [
  '02-00-5E-00-53-AB:Guests',
  '02-00-5e-00-53-ab',
  '02:00:5E:00:53:AB:Guests',
  '02005e0053ab',
  '02005E0053AB:Guests',
  '0200.5e00.53ab',
  '0200.5e00.53ab:Guests',
  '02 00 5E 00 53 AB',
  '02-00-5E-00-53-AB:a:b',
  '02-00-5E-00-53-AB Guests',
];

for (const store of await bothStores()) {
  const { engine } = store;

  test(`${engine}: the access point is known by a Called-Station-Id in any spelling, with its location`, async (t) => {
    const at = await line(store);
    const location = await insert(store, 'location', {
      organization: at.own,
      name: 'Lobby',
      ...stamps,
    });
    const access_point = await addAccessPoint(store, { organization: at.own, mac, location });
    for (const calledStationId of spellings)
      t.match(
        await row(at, { calledStationId }),
        { access_point, location, organization: at.own },
        calledStationId,
      );
    for (const calledStationId of ['02-00-5E-00-53-AC:Guests', '02-00-5E-00-53-ABC', 'Guests', ''])
      t.match(
        await row(at, { calledStationId }),
        { access_point: null, location: null },
        calledStationId,
      );
  });

  test(`${engine}: it is also known by a NAS-Identifier, as MAC address or name, and by its address`, async (t) => {
    const at = await line(store);
    const byMac = await addAccessPoint(store, { organization: at.own, mac: '02:00:5E:00:53:01' });
    const byName = await addAccessPoint(store, { organization: at.own, identifier: 'ap-lobby' });
    const byAddress = await addAccessPoint(store, { organization: at.own, ip: '192.0.2.77' });
    t.match(await row(at, { nasIdentifier: '0200.5e00.5301' }), { access_point: byMac });
    t.match(await row(at, { nasIdentifier: 'ap-lobby' }), { access_point: byName });
    t.match(await row(at, { calledStationId: 'ap-lobby' }), { access_point: byName });
    t.match(await row(at, { nasAddress: '192.0.2.77' }), { access_point: byAddress });
    t.match(await row(at, { calledStationId: '02-00-5E-00-53-01', nasAddress: '192.0.2.77' }), {
      access_point: byMac,
    });
  });

  test(`${engine}: of several with one address the SSID decides, without a guess`, async (t) => {
    const at = await line(store);
    const [two, three] = [
      await addOrganization(store, at.own),
      await addOrganization(store, at.own),
    ];
    const guests = await addAccessPoint(store, { organization: two, mac, ssid: 'Guests' });
    const staff = await addAccessPoint(store, { organization: three, mac, ssid: 'Staff' });
    const rowOf = (calledStationId: string) => row(at, { serves: [two, three], calledStationId });
    t.match(await rowOf('02-00-5E-00-53-AB:Guests'), { access_point: guests, organization: two });
    t.match(await rowOf('02-00-5E-00-53-AB:Staff'), { access_point: staff });
    t.match(await rowOf('02-00-5E-00-53-AB'), { access_point: null, organization: at.own });
  });

  test(`${engine}: access points of the client's organization count, then of organizations that it serves, and no others`, async (t) => {
    const at = await line(store);
    const calledStationId = '02-00-5E-00-53-AB:Guests';
    const unclaimed = { access_point: null, organization: at.own };
    const others = [at.above, at.below, at.beside];
    const [above, below, beside] = [
      await addAccessPoint(store, { organization: at.above, mac }),
      await addAccessPoint(store, { organization: at.below, mac }),
      await addAccessPoint(store, { organization: at.beside, mac }),
    ];
    t.match(await row(at, { calledStationId }), unclaimed, 'without consent');
    t.match(await row(at, { calledStationId, serves: others }), unclaimed, 'three with consent');
    for (const [position, access_point] of [above, below, beside].entries()) {
      const organization = others[position] ?? 0;
      const place = { access_point, organization };
      t.match(
        await row(at, { calledStationId, serves: [organization] }),
        place,
        'one with consent',
      );
    }
    const own = await addAccessPoint(store, { organization: at.own, mac });
    const place = { access_point: own, organization: at.own };
    // A change is seen at the latest by the packet after the first look that is due.
    const found = await eventually(
      () => row(at, { calledStationId, serves: others }),
      (accounted) => accounted?.access_point === own,
    );
    t.match(found, place, 'its own come first');
  });

  test(`${engine}: an unknown access point is looked for in the store at most once a second`, async (t) => {
    const at = await line(store);
    const clock = new ManualClock();
    const resolver = new AccessPointResolver(store, clock);
    const identifiers = {
      organization: at.own,
      client_serves: '',
      calledstationid: '02-00-5E-00-53-CC',
      nasidentifier: null,
      nasipaddress: '192.0.2.10',
    };
    t.equal(await resolver.find(identifiers), null);
    const access_point = await addAccessPoint(store, {
      organization: at.own,
      mac: '02:00:5E:00:53:CC',
    });
    await clock.advance(999);
    t.equal(resolver.find(identifiers), null, 'a packet before does not wait');
    await clock.advance(1);
    const [one, other] = [resolver.find(identifiers), resolver.find(identifiers)];
    t.match(await one, { access_point }, 'a packet waits for the check that is due');
    t.match(await other, { access_point }, 'and shares it');
    t.match(resolver.find(identifiers), { access_point }, 'without a check');
  });

  test(`${engine}: users of the client's organization are found, and of organizations that it serves`, async (t) => {
    const at = await line(store);
    const organizations = { above: at.above, own: at.own, below: at.below, beside: at.beside };
    for (const [name, organization] of Object.entries(organizations)) {
      const username = `${engine} ${name}`;
      const user = await insert(store, 'user', { organization, username, role: 'user', ...stamps });
      t.equal((await row(at, { username }))?.user, name === 'own' ? user : null, name);
      const consent = { serves: [organization * 10, organization] };
      t.equal((await row(at, { username, ...consent }))?.user, user, `${name}, served`);
      const other = { serves: [organization * 10 + 1] };
      t.equal((await row(at, { username, ...other }))?.user, name === 'own' ? user : null);
    }
  });

  test(`${engine}: a session that moves to an access point of another organization stays where it began`, async (t) => {
    const at = await line(store);
    const [one, other] = ['02:00:5E:00:53:1A', '02:00:5E:00:53:1B'];
    const first = await addAccessPoint(store, { organization: at.below, mac: one });
    await addAccessPoint(store, { organization: at.beside, mac: other });
    const session = {
      sessionId: 'between tenants',
      sessionClass: Buffer.alloc(16, 9),
      serves: [at.below, at.beside],
    };
    await row(at, { ...session, calledStationId: 'unknown' });
    const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
    for (const [seconds, calledStationId] of [
      [60, one],
      [120, other],
    ] as const)
      t.match(
        await row(at, { ...session, kind: 'interim', receivedAt: later(seconds), calledStationId }),
        { access_point: first, organization: at.below },
      );
  });

  test(`${engine}: a session of ours that moves is where it was last`, async (t) => {
    const at = await line(store);
    const [one, other] = ['02:00:5E:00:53:0A', '02:00:5E:00:53:0B'];
    await addAccessPoint(store, { organization: at.own, mac: one });
    const second = await addAccessPoint(store, { organization: at.own, mac: other });
    const session = { sessionId: 'moving', sessionClass: Buffer.alloc(16, 7) };
    await row(at, { ...session, calledStationId: one });
    const moved = {
      kind: 'interim' as const,
      receivedAt: new Date(now.getTime() + 60_000),
      calledStationId: other,
    };
    t.match(await row(at, { ...session, ...moved }), { access_point: second });
  });
}
