import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { loadConfig } from '../../src/config/load-config.ts';
import { startGateway, type RunningGateway } from '../../src/start/main.ts';
import type { Store } from '../../src/store/store.ts';
import { copyBlankStore } from '../blank-store.ts';
import { gatehouse, type Environment } from '../gateway-command.ts';
import { ManualClock } from '../manual-clock.ts';
import { insert } from '../store/stores.ts';
import { addPlace, day, insertRows, type Place } from '../upkeep/retention/fixture.ts';

/** A data directory on which gateways start, one after the other. */
export class ClockSite {
  readonly folder = mkdtempSync(join(tmpdir(), 'clock-'));
  readonly config;
  /** Environment of commands on this machine. */
  readonly environment: Environment;

  /** @param url  of the store */
  constructor(url = 'sqlite') {
    const file = join(this.folder, 'gatehouse.yaml');
    writeFileSync(file, '');
    this.environment = {
      GATEHOUSE_DATA_DIR: join(this.folder, 'data'),
      GATEHOUSE_DATABASE_URL: url,
      GATEHOUSE_HTTP_HOST: '127.0.0.1',
      GATEHOUSE_HTTP_PORT: '0',
      GATEHOUSE_RADIUS_HOST: '127.0.0.1',
      GATEHOUSE_RADIUS_AUTH_PORT: '0',
      GATEHOUSE_RADIUS_ACCT_PORT: '0',
      GATEHOUSE_LOG_LEVEL: 'silent',
      GATEHOUSE_POLLING_ENABLED: 'false',
    };
    this.config = loadConfig(file, this.environment);
    copyBlankStore(url, this.config.data_dir, 'types');
  }

  async start(date: Date): Promise<ClockGateway> {
    const clock = new ManualClock(date);
    return new ClockGateway(await startGateway(this.config, { clock }), clock);
  }

  /** Runs `gatehouse clock` on this machine. */
  async command(...words: readonly string[]): Promise<string> {
    const file = join(this.folder, 'gatehouse.yaml');
    const { output } = await gatehouse(['clock', ...words, '--config', file], this.environment);
    return output;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}

/** A gateway whose clock the test sets. */
export class ClockGateway {
  readonly running: RunningGateway;
  readonly clock: ManualClock;
  readonly store: Store;

  constructor(running: RunningGateway, clock: ManualClock) {
    this.running = running;
    this.clock = clock;
    this.store = running.gateway.store;
  }

  /** Sets the date alone. */
  jump(days: number): void {
    this.clock.setDate(new Date(this.clock.now().getTime() + days * day));
  }

  /** Lets the periodic tasks run for some time. */
  async pass(seconds: number): Promise<void> {
    for (let past = 0; past < seconds; past += 1) {
      await this.clock.advance(1_000);
      await sleep(5);
      for (let turns = 2_000; turns > 0 && this.store.pendingWrites > 0; turns -= 1) await sleep(5);
    }
  }

  /** Lets time pass until something is so. @returns false: it is not within ten minutes */
  async until(isSo: () => Promise<boolean>): Promise<boolean> {
    for (let turns = 120; turns > 0; turns -= 1) {
      if (await isSo()) return true;
      await this.pass(5);
    }
    return false;
  }

  async stop(): Promise<void> {
    await this.running.stop();
  }
}

const agedTables = ['aaa_accounting', 'audit', 'aaa_decision', 'alert'] as const;

/** Adds finished rows of an age to tables of retention. */
export async function addAgedRows({ store, clock }: ClockGateway, ageMs = day): Promise<Place> {
  const place = await addPlace(store);
  const at = clock.now().getTime() - ageMs;
  await store.write(agedTables.map((table) => insertRows(store, table, { place, at, count: 3 })));
  return place;
}

/** Counts the rows of these tables in an organization, without open sessions. */
export async function countAgedRows({ store }: ClockGateway, { organization }: Place) {
  const counts: Record<string, number> = {};
  for (const table of agedTables) {
    const isEnded = table === 'aaa_accounting' ? sql`acctstoptime is not null` : sql`true`;
    const { rows } = await sql<{ rows: number }>`
      select count(*) as rows from ${sql.table(table)} where organization = ${organization} and ${isEnded}`.execute(
      store.db,
    );
    counts[table] = rows[0]?.rows ?? 0;
  }
  return counts;
}

export const allKept = { aaa_accounting: 3, audit: 3, aaa_decision: 3, alert: 3 };

/** Adds a rule that fires while a clock is implausible. */
export async function addClockRule({ store, running }: ClockGateway): Promise<void> {
  const now = Date.now();
  const root = await store.db
    .selectFrom('organization')
    .select('id')
    .where('parent', 'is', null)
    .orderBy('id')
    .executeTakeFirstOrThrow();
  const rule = {
    organization: root.id,
    name: 'clock',
    kind: 'clock' as const,
    severity: 'critical' as const,
    polls: 1,
    seconds: 0,
    clear_seconds: 0,
    created_at: now,
    updated_at: now,
  };
  await store.write([store.db.insertInto('alert_rule').values(rule)]);
  await running.gateway.changes.publish('alert_rule');
}

/** Returns the alerts about clocks, the oldest first. */
export async function clockAlerts({ store }: ClockGateway) {
  const alerts = await store.db
    .selectFrom('alert')
    .select(['state', 'message'])
    .where('kind', '=', 'clock')
    .orderBy('fired_at')
    .execute();
  return alerts;
}

/**
 * Adds a transaction and a run of a series that begin in some time, a portal login and an open session of a user that end
 * then, and the export of a person that is a day old.
 */
export async function addDueIn({ store, clock }: ClockGateway, place: Place, ms: number) {
  const due = clock.now().getTime() + ms;
  const id = randomUUID();
  const more = { id, status: 'scheduled', due_at: due, run_at: due, expires_at: due + day };
  const login = {
    id,
    organization: place.organization,
    user: place.user,
    username: 'guest',
    mac: '02:00:00:00:00:01',
    ip: '192.0.2.9',
    called: '',
    nas: '',
    opened: due - ms,
    expires: due,
  };
  const series = { status: 'running', next_run_at: due, every: 3600, until: due + 30 * day };
  const session = { acctstoptime: null, acctupdatetime: due - ms, heard_at: due - ms };
  await store.write([
    insertRows(store, 'inventory_transaction', { place, at: due - ms, more }),
    store.db.updateTable('user').set({ expiration: due }).where('id', '=', place.user),
    insertRows(store, 'aaa_accounting', { place, at: due - ms, more: session }),
    insertRows(store, 'inventory_series', { place, at: due - ms, more: series }),
    insertRows(store, 'privacy_job', { place, at: due - ms - day, more: { id } }),
    store.db.insertInto('privacy_export').values({ job: id, position: 0, source: '', rows: '' }),
    store.db.insertInto('aaa_portal_session').values(login),
  ]);
  return id;
}

/** Returns what has become of the rows of `addDueIn`. */
export async function findDue(gateway: ClockGateway, id: string) {
  const { store } = gateway;
  const transaction = await store.db
    .selectFrom('inventory_transaction')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirst();
  const login = await store.db
    .selectFrom('aaa_portal_session')
    .select('ended')
    .where('id', '=', id)
    .executeTakeFirst();
  const changes = await store.db
    .selectFrom('aaa_authorization_change')
    .select('trigger')
    .where('trigger', '=', 'expired')
    .execute();
  const isOpen = login?.ended === null;
  const [series] = await store.db
    .selectFrom('inventory_series')
    .select(['status', 'runs', 'missed'])
    .execute();
  const exports = await store.db.selectFrom('privacy_export').select('job').execute();
  return {
    status: transaction?.status,
    isOpen,
    disconnects: changes.length,
    series,
    exports: exports.length,
  };
}

/** Returns the time until which rollups of metrics are computed, in days after now. */
export async function daysOfRollups({ store }: ClockGateway): Promise<number> {
  const levels = await store.db.selectFrom('inventory_metric_rollup').select('until').execute();
  return (Math.max(...levels.map(({ until }) => until ?? 0)) - Date.now()) / day;
}

/** Queues a mail, without a mail server. @returns the number of attempts to deliver it */
export async function queueMail({ store }: ClockGateway, { organization }: Place, at: Date) {
  const id = await insert(store, 'delivery', {
    organization,
    channel: 'mail',
    event: randomUUID(),
    alert_state: 'firing',
    message: '',
    state: 'pending',
    attempts: 0,
    next_try: at.getTime(),
    created_at: at.getTime(),
  });
  return async () => {
    const query = store.db.selectFrom('delivery').select('attempts').where('id', '=', id);
    return (await query.executeTakeFirst())?.attempts;
  };
}
