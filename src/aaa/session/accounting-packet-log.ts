import type { Insertable } from 'kysely';
import { compileStatement, type Statement, type Store } from '../../store/store.ts';
import type { Tables } from '../../contract/tables.ts';

export type AccountingPacketRow = Insertable<Tables['aaa_packet']>;

/** Logs accounting packets that are about no session. */
export class AccountingPacketLog {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /**
   * Writes the statements of a packet as one transaction.
   *
   * @throws Fault as `Store.write`; the packet is then not written
   */
  async record(statements: readonly Statement[]): Promise<void> {
    await this.#store.write(statements);
  }

  /** Returns the statement that inserts a packet. */
  insertStatements(row: AccountingPacketRow): Statement[] {
    const { db } = this.#store;
    return [compileStatement(db.insertInto('aaa_packet').values(row))];
  }
}
