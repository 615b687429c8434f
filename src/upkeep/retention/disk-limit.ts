import { sql } from 'kysely';
import { Gauge } from 'prom-client';
import type { Gateway } from '../../gateway/gateway.ts';
import type { RetentionName } from '../../config/retention-limits.ts';
import type { GrowingTable } from '../../gateway/growing-table.ts';
import { measureStore, type StoreSize } from '../../store/store-size.ts';
import { deleteExpiredRows, valueAt, type DeletionRun } from './row-deletion.ts';

/** Tables to delete from above the limit, in this order: raw metrics, then logs. Accounting and its changes are never deleted. */
const shedOrder: readonly RetentionName[] = [
  'metric_log',
  'metric_5min',
  'session_traffic',
  'dnsfilter_check',
  'app_logs',
  'packets',
  'decisions',
  'page_views',
  'txlog',
  'device_log',
  'metric_hour',
  'metric_day',
];

/** Without a limit of the site this much of its disk stays free. */
const reserveShare = 0.05;
const maxReserve = 1_073_741_824;
/** Shedding continues until the store is below this share of the limit. */
const targetShare = 0.98;
/** Names the limit in log and audit. */
export const diskLimit = 'the store is above disk_limit';
/** Steps after which the store is measured again. */
const stepsPerMeasurement = 10;

type Context = Pick<Gateway, 'store' | 'config' | 'log' | 'metrics' | 'trustedClock'>;

/** Keeps the store below `retention.disk_limit`. */
export class DiskLimit {
  readonly #gateway: Context;
  readonly #tables: readonly GrowingTable[];
  readonly #used: Gauge;
  readonly #limit: Gauge;
  #isShedding = false;

  constructor(gateway: Context, tables: readonly GrowingTable[]) {
    this.#gateway = gateway;
    this.#tables = shedOrder.flatMap((name) =>
      tables.filter(({ retention }) => retention === name),
    );
    const registers = [gateway.metrics];
    this.#used = new Gauge({
      name: 'gatehouse_store_octets',
      help: 'Size of the store in octets, without the space of deleted rows',
      registers,
    });
    this.#limit = new Gauge({
      name: 'gatehouse_store_limit_octets',
      help: 'Octets above which raw metrics and logs are deleted (retention.disk_limit)',
      registers,
    });
  }

  /**
   * Deletes the oldest rows while the store is above the limit, until it is below or the budget is spent.
   *
   * @returns the rows deleted, by table
   * @throws  Fault as the store does
   */
  async enforce(run: DeletionRun): Promise<ReadonlyMap<string, number>> {
    const shed = new Map<string, number>();
    while (await this.#isAbove()) {
      const { table, rows } = await this.#shedOldest(run);
      if (table === null) break;
      shed.set(table, (shed.get(table) ?? 0) + rows);
      // PostgreSQL counts its rows with a delay, so the next run measures again.
      if (run.budget.isSpent() || this.#gateway.store.engine === 'postgres') break;
    }
    return shed;
  }

  async #shedOldest(run: DeletionRun) {
    const { store, log, trustedClock } = this.#gateway;
    // The oldest rows go whatever the time is; the condition makes the index usable.
    const latest = trustedClock.latest();
    for (const of of this.#tables) {
      const time = sql.ref(of.timeColumn);
      const where = sql`${time} <= ${valueAt(of, latest)}`;
      const oldest = { of, where, order: sql`${time}`, limit: diskLimit };
      const rows = await deleteExpiredRows(store, oldest, {
        ...run,
        maxSteps: stepsPerMeasurement,
      });
      if (rows > 0 || run.budget.isSpent()) return { table: of.table, rows };
    }
    log.error(
      'retention: the store is above disk_limit, and only accounting is left; enlarge the disk or lower retention.accounting',
    );
    return { table: null, rows: 0 };
  }

  async #isAbove(): Promise<boolean> {
    const { used, limit } = await this.#measure();
    const isAbove = limit !== null && used > limit * (this.#isShedding ? targetShare : 1);
    if (isAbove !== this.#isShedding) this.#report(isAbove, { used, limit });
    this.#isShedding = isAbove;
    return isAbove;
  }

  async #measure(): Promise<{ readonly used: number; readonly limit: number | null }> {
    const size = await measureStore(this.#gateway.store);
    const limit = this.#gateway.config.retention.disk_limit || limitByDisk(size);
    this.#used.set(size.used);
    if (limit !== null) this.#limit.set(limit);
    return { used: size.used, limit };
  }

  #report(isAbove: boolean, size: { readonly used: number; readonly limit: number | null }) {
    const { log } = this.#gateway;
    if (isAbove)
      log.warn(
        size,
        'retention: the store is above disk_limit; deleting the oldest raw metrics and logs',
      );
    else log.info(size, 'retention: the store is below disk_limit again');
  }
}

function limitByDisk({ used, available, disk }: StoreSize): number | null {
  if (available === null || disk === null) return null;
  return used + available - Math.min(maxReserve, disk * reserveShare);
}
