import { pino } from 'pino';
import { Registry } from 'prom-client';
import { test } from 'tap';
import { SessionRecorder } from '../../../src/aaa/session/session-recorder.ts';
import { SessionSweep } from '../../../src/aaa/session/session-sweep.ts';
import { TrustedClock } from '../../../src/gateway/trusted-clock.ts';
import { findDeviceUptimes } from '../../../src/inventory/metric/device-uptime.ts';
import type { Store } from '../../../src/store/store.ts';
import { event, type AccountingEvent } from './accounting-event.ts';
import {
  addAccessPoint,
  addClient,
  addOrganization,
  bothStores,
  insert,
  nextEntryId,
  rowsOf,
} from '../../store/stores.ts';

/* Sessions that no Stop has ended. Times are seconds since the sweep began to listen. */

const epoch = Date.UTC(2026, 0, 1);
const at = (second: number) => new Date(epoch + second * 1000);
const second = (time: number | null | undefined) =>
  typeof time === 'number' ? (time - epoch) / 1000 : null;

/** A NAS of a new client, and a sweep whose clock is set by hand. */
class Scene {
  readonly store: Store;
  readonly organization: number;
  readonly client: number;
  readonly metrics = new Registry();
  readonly #sessions: SessionRecorder;
  readonly #sweep: SessionSweep;
  readonly #trustedClock: TrustedClock;
  #now = at(0);
  #aheadMs = 0;

  private constructor(
    store: Store,
    ids: { readonly organization: number; readonly client: number },
  ) {
    this.store = store;
    this.organization = ids.organization;
    this.client = ids.client;
    this.#sessions = new SessionRecorder(store);
    const { metrics } = this;
    const clock = {
      now: () => new Date(this.#now.getTime() + this.#aheadMs),
      monotonicMs: () => this.#now.getTime(),
    };
    const log = pino({ level: 'silent' });
    this.#trustedClock = new TrustedClock({ store, metrics, clock, log });
    const gateway = { store, metrics, now: clock.now, trustedClock: this.#trustedClock };
    this.#sweep = new SessionSweep(gateway, findDeviceUptimes);
  }

  static async open(store: Store): Promise<Scene> {
    await store.write([
      {
        sql: 'update aaa_accounting set acctstoptime = 0 where acctstoptime is null',
        parameters: [],
      },
    ]);
    const organization = await addOrganization(store);
    return new Scene(store, { organization, client: await addClient(store, organization) });
  }

  async say(
    kind: AccountingEvent['kind'],
    when: number,
    more: Partial<AccountingEvent> = {},
  ): Promise<void> {
    const { organization, client } = this;
    const stamp = Math.floor(at(when).getTime() / 1000);
    await this.#sessions.record(
      event({ kind, organization, client, receivedAt: at(when), eventTimestamp: stamp, ...more }),
    );
  }

  /** A session with an interim update each minute. */
  async minutes(from: number, until: number, sessionId = 'S1'): Promise<void> {
    await this.say('start', from, { sessionId });
    for (let when = from + 60; when <= until; when += 60)
      await this.say('interim', when, { sessionId, sessionSeconds: when - from, octetsIn: when });
  }

  /** Lets time pass in steps that are no sleep, with a round of the sweep at the end of each. */
  async pass(until: number): Promise<void> {
    while (this.#now < at(until)) {
      this.#now = new Date(Math.min(this.#now.getTime() + 60_000, at(until).getTime()));
      while (await this.#sweep.sweepPage());
    }
  }

  /** Sets the clock ahead, after the present time has been accepted. */
  async jump(days: number): Promise<void> {
    const now = this.#now.getTime();
    await this.store.write([this.store.db.updateTable('accepted_time').set({ accepted_at: now })]);
    await this.#trustedClock.check();
    this.#aheadMs = days * 86_400_000;
  }

  /** Time that passes without a sweep: the machine slept. */
  skip(until: number): void {
    this.#now = at(until);
  }

  async ended() {
    const rows = await rowsOf(this.store, this.client);
    return rows.map((row) => [
      row.acctsessionid,
      second(row.acctstoptime),
      row.acctterminatecause,
      row.stop_is_guess,
    ]);
  }
}

const open = (id = 'S1') => [id, null, null, 0];

for (const store of await bothStores()) {
  const { engine } = store;

  test(`${engine}: a session with three missing interim updates ended with the last one, as a guess`, async (t) => {
    const scene = await Scene.open(store);
    await scene.minutes(0, 120);
    await scene.pass(300);
    t.strictSame(await scene.ended(), [open()], 'not after 180 s: a packet may be on its way');
    await scene.pass(360);
    t.strictSame(await scene.ended(), [['S1', 120, 'Lost-Carrier', 1]]);
    const [row] = await rowsOf(store, scene.client);
    t.match(row, { acctsessiontime: 120, acctinputoctets: 120, acctupdatetime: at(120).getTime() });
    t.match(
      await scene.metrics.metrics(),
      /gatehouse_accounting_swept_total\{cause="Lost-Carrier"\} 1/,
    );
  });

  test(`${engine}: a gateway whose clock is ahead ends no session that another gateway hears`, async (t) => {
    const scene = await Scene.open(store);
    await scene.minutes(0, 120);
    await scene.pass(120);
    await scene.jump(800);
    for (let when = 180; when <= 900; when += 60) {
      await scene.say('interim', when, { sessionId: 'S1', sessionSeconds: when, octetsIn: when });
      await scene.pass(when);
    }
    t.strictSame(await scene.ended(), [open()]);
    await scene.pass(1500);
    t.strictSame(await scene.ended(), [['S1', 900, 'Lost-Carrier', 1]], 'silence ends it');
  });

  test(`${engine}: an interim update opens it again, and a Stop of the NAS replaces the guess`, async (t) => {
    const scene = await Scene.open(store);
    await scene.minutes(0, 120);
    await scene.pass(400);
    await scene.say('interim', 420, { sessionSeconds: 420, octetsIn: 420 });
    t.strictSame(await scene.ended(), [open()]);
    await scene.pass(2000);
    t.strictSame(await scene.ended(), [['S1', 420, 'Lost-Carrier', 1]]);
    await scene.say('stop', 430, {
      sessionSeconds: 430,
      octetsIn: 430,
      terminateCause: 1,
      receivedAt: at(2000),
    });
    t.strictSame(await scene.ended(), [['S1', 430, 'User-Request', 0]]);
  });

  test(`${engine}: a NAS that never sends interim updates is not expected to`, async (t) => {
    const scene = await Scene.open(store);
    for (const sessionId of ['S1', 'S2', 'S3', 'S4']) await scene.say('start', 0, { sessionId });
    await scene.pass(7200);
    t.strictSame(await scene.ended(), ['S1', 'S2', 'S3', 'S4'].map(open));
  });

  test(`${engine}: a session without any is judged by the others of its NAS, not of another NAS`, async (t) => {
    const scene = await Scene.open(store);
    for (const sessionId of ['S1', 'S2', 'S3']) {
      await scene.minutes(0, 60, sessionId);
      await scene.say('stop', 90, { sessionId, sessionSeconds: 90 });
    }
    await scene.say('start', 0, { sessionId: 'S4' });
    await scene.say('start', 0, { sessionId: 'S5', nasAddress: '192.0.2.11' });
    await scene.pass(3600);
    t.strictSame((await scene.ended()).slice(3), [['S4', 0, 'Lost-Carrier', 1], open('S5')]);
  });

  test(`${engine}: the interval that a session was granted is waited for`, async (t) => {
    const scene = await Scene.open(store);
    await scene.minutes(0, 120);
    const granted = JSON.stringify([{ attribute: 'Acct-Interim-Interval', value: '600' }]);
    await store.write([
      store.db.updateTable('aaa_accounting').set({ granted }).where('client', '=', scene.client),
    ]);
    await scene.pass(1900);
    t.strictSame(await scene.ended(), [open()]);
    await scene.pass(2040);
    t.strictSame(await scene.ended(), [['S1', 120, 'Lost-Carrier', 1]]);
  });

  test(`${engine}: the clock of a NAS that is an hour slow does not end sessions`, async (t) => {
    const scene = await Scene.open(store);
    const slow = (when: number) => ({
      eventTimestamp: Math.floor(at(when - 3600).getTime() / 1000),
    });
    await scene.say('start', 0, slow(0));
    for (let when = 60; when <= 600; when += 60) {
      await scene.say('interim', when, { sessionSeconds: when, ...slow(when) });
      await scene.pass(when + 1);
    }
    t.strictSame(await scene.ended(), [open()]);
  });

  test(`${engine}: silence while no gateway listened ends no session`, async (t) => {
    const scene = await Scene.open(store);
    await scene.minutes(0, 120);
    scene.skip(7200);
    await scene.pass(7260);
    t.strictSame(await scene.ended(), [open()]);
    await scene.pass(7600);
    t.strictSame(await scene.ended(), [['S1', 120, 'Lost-Carrier', 1]]);
  });

  test(`${engine}: of more sessions than one turn takes all are ended`, async (t) => {
    const scene = await Scene.open(store);
    await Promise.all(
      Array.from({ length: 600 }, (_, number) => scene.minutes(0, 60, `S${number}`)),
    );
    await scene.pass(400);
    t.equal((await scene.ended()).filter(([, , cause]) => cause === 'Lost-Carrier').length, 600);
  });

  const machines = [
    { says: 'with the address of the NAS', device: { ip_address: '192.0.2.10' }, point: {} },
    {
      says: 'with the address of the access point',
      device: { ip_address: '198.51.100.7' },
      point: { ip: '198.51.100.7' },
    },
    {
      says: 'with the MAC address of the access point',
      device: { mac_address: '02:00:5E:00:53:01' },
      point: {},
    },
  ];
  for (const { says, device, point } of machines)
    test(`${engine}: sessions of before the reboot of a device ${says} ended with their last word`, async (t) => {
      const scene = await Scene.open(store);
      await addAccessPoint(store, {
        organization: scene.organization,
        mac: '02:00:5E:00:53:01',
        ...point,
      });
      const report = await inventory(scene, device);
      const place = { calledStationId: '02-00-5E-00-53-01:Guests' };
      await scene.say('start', 0, place);
      await scene.say('start', 200, { ...place, sessionId: 'S2' });
      await report({ when: 60, uptime: 900_000 });
      await scene.pass(120);
      t.strictSame(await scene.ended(), [open(), open('S2')], 'up since long ago');
      await report({ when: 240, uptime: 100 });
      await scene.pass(300);
      t.strictSame(await scene.ended(), [['S1', 0, 'NAS-Reboot', 1], open('S2')]);
      await scene.say('interim', 360, { ...place, sessionSeconds: 360 });
      t.strictSame(
        await scene.ended(),
        [open(), open('S2')],
        'and is opened again where it goes on',
      );
    });

  test(`${engine}: the reboot of a device of another organization is no evidence, nor is a counter that restarts`, async (t) => {
    const scene = await Scene.open(store);
    const other = await Scene.open(store);
    await scene.say('start', 0);
    const below = { store, organization: await addOrganization(store, scene.organization) };
    const above = { store, organization: await addOrganization(store) };
    await store.write([
      store.db
        .updateTable('organization')
        .set({ parent: above.organization })
        .where('id', '=', scene.organization),
    ]);
    for (const owner of [other, below, above]) {
      const report = await inventory(owner, { ip_address: '192.0.2.10' });
      await report({ when: 100, uptime: 10 });
    }
    const own = await inventory(scene, { ip_address: '192.0.2.10' });
    await own({ when: 40, uptime: 42_949_650 });
    await own({ when: 100, uptime: 33 });
    await scene.pass(180);
    t.strictSame(await scene.ended(), [open()]);
  });
}

let types = 0;

/** A device, and what writes down the uptime that it reports. */
async function inventory(
  { store, organization }: Pick<Scene, 'store' | 'organization'>,
  device: Readonly<Record<string, unknown>>,
) {
  types += 1;
  const times = { created_at: 0, updated_at: 0 };
  const type = await insert(store, 'inventory_type', {
    short_name: `type-${types}`,
    name: `Type ${types}`,
    ...times,
  });
  const known = await store.db
    .selectFrom('inventory_metric')
    .select('id')
    .where('name', '=', 'uptime')
    .executeTakeFirst();
  const metric =
    known?.id ??
    (await insert(store, 'inventory_metric', { name: 'uptime', type: 'a', unit: 's' }));
  const parameter = await insert(store, 'inventory_parameter', {
    type,
    name: 'Uptime',
    short_name: 'uptime',
    variable_name: 'sysUpTime',
    value_type: 'integer',
    position: 0,
  });
  const source = await insert(store, 'inventory_metric_source', { metric, parameter });
  const id = await insert(store, 'inventory_device', {
    organization,
    name: `device ${types}`,
    type,
    attributes: '{}',
    ...device,
    ...times,
  });
  return ({ when, uptime }: { readonly when: number; readonly uptime: number }) =>
    insert(store, 'inventory_metric_log', {
      organization,
      device: id,
      source,
      id: nextEntryId(at(when).getTime()),
      value: uptime,
      result: uptime,
    });
}
