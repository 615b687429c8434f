import type { Insertable } from 'kysely';
import { compiled, type Statement, type Store } from '../store/store.ts';
import type { Tables } from '../store/tables.ts';
import { packetsKept, trimmed } from './retention.ts';

export type PacketRow = Insertable<Tables['aaa_packet']>;

/** Keeps accounting packets that make no row, for a while and so many of them. */
export class PacketLog {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /**
   * @param beside  what is kept with it, or not at all
   * @throws Fault as `Store.write` does; nothing is kept then
   */
  async record(row: PacketRow, beside: readonly Statement[] = []): Promise<void> {
    await this.#store.write([...this.statements(row), ...beside]);
  }

  /** The packet, and the end of two old ones for it: so the table stays within its bounds. */
  statements(row: PacketRow): Statement[] {
    const { db } = this.#store;
    return [
      compiled(db.insertInto('aaa_packet').values(row)),
      ...trimmed(this.#store, packetsKept, { now: row.datetime, most: 2 }),
    ];
  }
}
