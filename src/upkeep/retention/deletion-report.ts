import type { Gateway } from '../../gateway/gateway.ts';

const intervalMs = 3_600_000;

/** A limit that rows exceed: the days or the rows of an organization, or `disk_limit`. */
export type Reason = 'days' | 'rows' | 'disk';

interface Deletion {
  readonly table: string;
  readonly reason: Reason;
  readonly rows: number;
  /** The limit in words. */
  readonly limit: string;
}

type Context = Pick<Gateway, 'log' | 'audit' | 'clock'>;

/**
 * Writes what retention deletes into the log and the audit: the first deletions immediately, later ones once an hour, since a
 * busy site deletes some rows of each table each minute.
 */
export class DeletionReport {
  readonly #gateway: Context;
  readonly #deleted = new Map<string, Deletion>();
  #dueAt = -Infinity;

  constructor(gateway: Context) {
    this.#gateway = gateway;
  }

  /** Adds rows that were deleted; of several organizations the last limit is shown. */
  add(deletion: Deletion): void {
    const key = `${deletion.table} ${deletion.reason}`;
    const rows = (this.#deleted.get(key)?.rows ?? 0) + deletion.rows;
    this.#deleted.set(key, { ...deletion, rows });
  }

  /** Writes all deletions that are not written yet, if an hour has passed. */
  writeIfDue(): void {
    if (this.#deleted.size > 0 && this.#gateway.clock.monotonicMs() >= this.#dueAt) this.write();
  }

  write(): void {
    const { clock } = this.#gateway;
    this.#dueAt = clock.monotonicMs() + intervalMs;
    for (const deletion of this.#deleted.values()) this.#writeOne(deletion);
    this.#deleted.clear();
  }

  #writeOne({ table, reason, rows, limit }: Deletion): void {
    const { log, audit, clock } = this.#gateway;
    log.info({ table, rows, limit, reason }, 'retention: rows deleted');
    audit.add({
      organization: null,
      datetime: clock.now().getTime(),
      user: null,
      username: 'gateway',
      remote_address: null,
      method: 'TASK',
      path: 'retention',
      object: table,
      fields: [`${rows} rows`, limit],
      status: 0,
      outcome: 'done',
      request_id: null,
    });
  }
}
