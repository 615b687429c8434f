import { Counter } from 'prom-client';
import { isTemporary } from '../../contract/errors.ts';
import type { AuditRecord, AuditTrail, Gateway } from '../../gateway/gateway.ts';
import { BatchedLog } from '../../store/batched-log.ts';

interface Context extends Pick<Gateway, 'log' | 'metrics' | 'clock'> {
  readonly store: Pick<Gateway['store'], 'db' | 'write'>;
}

/**
 * Logs each request that was to change something, and writes it to the table `audit` after the reply. A record that cannot
 * be written in time is in the log only, and counted.
 */
export class AuditLog implements AuditTrail {
  readonly #gateway: Context;
  readonly #dropped: Counter;
  readonly #records: BatchedLog<AuditRecord>;

  constructor(gateway: Context) {
    this.#gateway = gateway;
    this.#dropped = new Counter({
      name: 'gatehouse_audit_dropped_total',
      help: 'Requests that are in the log but missing in the audit list.',
      registers: [gateway.metrics],
    });
    this.#records = new BatchedLog({
      write: (records) => this.#write(records),
      sleep: (ms, signal) => gateway.clock.sleep(ms, signal),
      onDropped: () => {
        this.#dropped.inc();
      },
      onRefused: async (records) => {
        const waiting: AuditRecord[] = [];
        for (const record of records) if (!(await this.#writeAlone(record))) waiting.push(record);
        return waiting;
      },
    });
  }

  add(record: AuditRecord): void {
    this.#gateway.log.info({ audit: record }, 'audit');
    this.#records.add(record);
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
  async #writeAlone(record: AuditRecord): Promise<boolean> {
    for (const user of new Set([record.user, null])) {
      try {
        await this.#write([{ ...record, user }]);
        return true;
      } catch (error) {
        if (isTemporary(error)) return false;
      }
    }
    this.#dropped.inc();
    return true;
  }

  async #write(records: readonly AuditRecord[]): Promise<void> {
    const { store } = this.#gateway;
    const rows = records.map(({ fields, ...others }) => ({
      ...others,
      fields: JSON.stringify(fields),
    }));
    await store.write([store.db.insertInto('audit').values(rows).compile()]);
  }
}
