import { Counter } from 'prom-client';
import { isTemporary } from '../../contract/errors.ts';
import type { AuditRecord, AuditTrail, Gateway } from '../../gateway/gateway.ts';
import { RateLimiter } from '../../runtime/rate-limiter.ts';
import { BatchedLog } from '../../store/batched-log.ts';
import { insertAuditRecords } from './audit-record.ts';

/** About 150 records a day: a flood for a year takes a tenth of the table. */
const limitedRate = { burst: 30, refillMs: 600_000, maxKeys: 1 };
const limitedRateOfSender = { burst: 5, refillMs: 600_000, maxKeys: 4_096 };

interface Context extends Pick<Gateway, 'log' | 'metrics' | 'clock'> {
  readonly store: Pick<Gateway['store'], 'db' | 'write'>;
}

/**
 * Logs each request that was to change something and failed authentications, and writes them to the table `audit` after the reply. A record that cannot
 * be written in time is in the log only, and counted.
 */
export class AuditLog implements AuditTrail {
  readonly #gateway: Context;
  readonly #dropped: Counter;
  readonly #suppressed: Counter;
  readonly #rate: RateLimiter;
  readonly #rateOfSender: RateLimiter;
  readonly #records: BatchedLog<PendingRecord>;

  constructor(gateway: Context) {
    this.#gateway = gateway;
    this.#dropped = new Counter({
      name: 'gatehouse_audit_dropped_total',
      help: 'Requests that are in the log but missing in the audit list.',
      registers: [gateway.metrics],
    });
    this.#suppressed = new Counter({
      name: 'gatehouse_audit_suppressed_total',
      help: 'Failed authentications and refused requests of apps beyond the rate of the audit; they are in no log.',
      registers: [gateway.metrics],
    });
    const clock = () => gateway.clock.monotonicMs();
    this.#rate = new RateLimiter({ ...limitedRate, clock });
    this.#rateOfSender = new RateLimiter({ ...limitedRateOfSender, clock });
    this.#records = new BatchedLog({
      write: (records) => this.#write(records),
      sleep: (ms, signal) => gateway.clock.sleep(ms, signal),
      onDropped: () => {
        this.#dropped.inc();
      },
      onRefused: async (records) => {
        const waiting: PendingRecord[] = [];
        for (const record of records) if (!(await this.#writeAlone(record))) waiting.push(record);
        return waiting;
      },
    });
  }

  add(record: AuditRecord): void {
    this.#gateway.log.info({ audit: record }, 'audit');
    this.#records.add({ organization: record.organization ?? 0, record });
  }

  addLimited(record: AuditRecord, sender: string): void {
    if (this.#rateOfSender.takeIfAny(sender) && this.#rate.takeIfAny('')) this.add(record);
    else this.#suppressed.inc();
  }

  /** Writes the pending records unless the store refuses; later ones are in the log only. */
  close(): Promise<void> {
    return this.#records.close();
  }

  /**
   * Writes a record even if its user or organization has been deleted since.
   *
   * @returns false: the store cannot write now
   */
  async #writeAlone({ organization, record }: PendingRecord): Promise<boolean> {
    for (const user of new Set([record.user, null])) {
      try {
        await this.#write([{ organization, record: { ...record, user } }]);
        return true;
      } catch (error) {
        if (isTemporary(error)) return false;
      }
    }
    this.#dropped.inc();
    return true;
  }

  async #write(pending: readonly PendingRecord[]): Promise<void> {
    const { store } = this.#gateway;
    const records = pending.map(({ record }) => record);
    await store.write([insertAuditRecords(store, records)]);
  }
}

/** A record that is to be written. */
interface PendingRecord {
  /** Whose overflow is dropped first; 0: that of no organization. */
  readonly organization: number;
  readonly record: AuditRecord;
}
