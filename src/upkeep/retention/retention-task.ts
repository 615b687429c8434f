import { Counter } from 'prom-client';
import { readRetentionOverrides } from '../../organization/organization-retention.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { PeriodicTask } from '../../gateway/job.ts';
import type { GrowingTable } from '../../gateway/growing-table.ts';
import { DeletionReport, type Reason } from './deletion-report.ts';
import { diskLimit, DiskLimit } from './disk-limit.ts';
import { findOldRows } from './old-rows.ts';
import {
  deleteExpiredRows,
  StepBudget,
  type DeletionRun,
  type ExpiredRows,
} from './row-deletion.ts';
import { RowOverflow } from './row-overflow.ts';
import { readTableLimits } from './table-limits.ts';

const intervalMs = 60_000;
/** Delay before the next run while there may be more to delete. */
const continueAfterMs = 250;
const stepsPerRun = 50;

type Context = Pick<
  Gateway,
  'store' | 'config' | 'log' | 'metrics' | 'clock' | 'trustedClock' | 'audit'
>;

/**
 * Deletes rows that are older than the days of their organization, or beyond its number of rows, in steps of a few
 * milliseconds; and raw metrics and logs while the store takes more than `disk_limit`.
 */
export class Retention {
  readonly #gateway: Context;
  readonly #tables: readonly GrowingTable[];
  readonly #overflows: ReadonlyMap<GrowingTable, RowOverflow>;
  readonly #diskLimit: DiskLimit;
  #last: GrowingTable | null = null;
  readonly #deleted: Counter<'table' | 'reason'>;
  readonly #report: DeletionReport;

  constructor(gateway: Context, tables: readonly GrowingTable[]) {
    this.#gateway = gateway;
    this.#tables = tables;
    this.#overflows = new Map(tables.map((of) => [of, new RowOverflow(gateway.store, of)]));
    this.#diskLimit = new DiskLimit(gateway, tables);
    this.#report = new DeletionReport(gateway);
    this.#deleted = new Counter({
      name: 'gatehouse_retention_deleted_total',
      help: 'Rows deleted, by table and exceeded limit (days, rows, disk)',
      labelNames: ['table', 'reason'],
      registers: [gateway.metrics],
    });
  }

  get task(): PeriodicTask {
    return {
      name: 'retention',
      intervalMs,
      // Other work has priority at start.
      initialDelayMs: intervalMs,
      failureMessage: 'retention: cannot delete old rows; retrying in 60 s',
      run: (signal) => this.run(signal),
    };
  }

  /**
   * Deletes due rows, in a limited number of steps.
   *
   * @returns delay before the next run if there may be more to delete
   * @throws  Fault as the store does; rows deleted before stay deleted
   */
  async run(signal: AbortSignal): Promise<number | undefined> {
    const { store, config, trustedClock } = this.#gateway;
    const now = trustedClock.now().getTime();
    const budget = new StepBudget(store, { steps: stepsPerRun, signal });
    const run = { now, budget };
    for (const [table, rows] of await this.#diskLimit.enforce(run))
      this.#count({ table, reason: 'disk', rows, limit: diskLimit });
    const overrides = await readRetentionOverrides(store);
    for (const of of this.#tablesFromNext()) {
      if (budget.isSpent()) break;
      this.#last = of;
      const limits = readTableLimits(config, of, overrides);
      await this.#delete(run, 'days', await findOldRows(store, of, { limits, now }));
      await this.#delete(run, 'rows', (await this.#overflows.get(of)?.find({ limits, now })) ?? []);
      if (budget.isSpent()) this.#overflows.get(of)?.forget();
    }
    this.#report.writeIfDue();
    return budget.isSpent() ? continueAfterMs : undefined;
  }

  /** Writes what was deleted and is not in the log and the audit yet. */
  close(): void {
    this.#report.write();
  }

  /** Returns the tables from where the last run ended, so that a long backlog of one delays no other for long. */
  #tablesFromNext(): readonly GrowingTable[] {
    const start = this.#last ? (this.#tables.indexOf(this.#last) + 1) % this.#tables.length : 0;
    return [...this.#tables.slice(start), ...this.#tables.slice(0, start)];
  }

  async #delete(run: DeletionRun, reason: Reason, found: readonly ExpiredRows[]): Promise<void> {
    for (const rows of found) {
      const deleted = await deleteExpiredRows(this.#gateway.store, rows, run);
      const { of, limit } = rows;
      if (deleted > 0) this.#count({ table: of.table, reason, rows: deleted, limit });
    }
  }

  #count(deletion: Parameters<DeletionReport['add']>[0]): void {
    const { table, reason, rows } = deletion;
    this.#deleted.inc({ table, reason }, rows);
    this.#report.add(deletion);
  }
}
