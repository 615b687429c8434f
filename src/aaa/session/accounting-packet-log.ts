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

  /** True if a packet is stored: the one of this client, time of receipt and attributes. */
  async has({ organization, client, datetime, attributes }: AccountingPacketRow): Promise<boolean> {
    const { db } = this.#store;
    const found = db
      .selectFrom('aaa_packet')
      .select('id')
      .where('organization', '=', organization)
      .where('client', '=', client)
      .where('datetime', '=', datetime)
      .where('attributes', '=', attributes)
      .limit(1);
    return (await found.execute()).length > 0;
  }

  /** Returns the statement that inserts a packet. */
  insertStatements(row: AccountingPacketRow): Statement[] {
    const { db } = this.#store;
    return [compileStatement(db.insertInto('aaa_packet').values(row))];
  }
}
