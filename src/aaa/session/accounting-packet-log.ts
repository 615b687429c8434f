import type { Insertable } from 'kysely';
import { compileStatement, type Statement, type Store } from '../../store/store.ts';
import type { Tables } from '../../tables.ts';
import { packetLogRetention, trimStatements } from '../retention.ts';

export type AccountingPacketRow = Insertable<Tables['aaa_packet']>;

/** Keeps accounting packets that make no row, for a while and so many of them. */
export class AccountingPacketLog {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /**
   * @param beside  what is kept with it, or not at all
   * @throws Fault as `Store.write` does; nothing is kept then
   */
  async record(row: AccountingPacketRow, beside: readonly Statement[] = []): Promise<void> {
    await this.#store.write([...this.insertStatements(row), ...beside]);
  }

  /** The packet, and the end of two old ones for it: so the table stays within its bounds. */
  insertStatements(row: AccountingPacketRow): Statement[] {
    const { db } = this.#store;
    return [
      compileStatement(db.insertInto('aaa_packet').values(row)),
      ...trimStatements(this.#store, packetLogRetention, { now: row.datetime, most: 2 }),
    ];
  }
}
