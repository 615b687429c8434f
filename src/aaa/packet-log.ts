import { sql, type Insertable, type RawBuilder } from 'kysely';
import { compiled, type Statement, type Store } from '../store/store.ts';
import type { Tables } from '../store/tables.ts';

export type PacketRow = Insertable<Tables['aaa_packet']>;

const mostKept = 100_000;
const daysKept = 30;
const day = 86_400_000;

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
    const trim = (which: RawBuilder<unknown>) =>
      sql`delete from aaa_packet where id in (select id from aaa_packet where ${which} limit 2)`.compile(db);
    return [
      compiled(db.insertInto('aaa_packet').values(row)),
      trim(sql`datetime < ${row.datetime - daysKept * day} order by datetime`),
      trim(sql`id <= (select max(id) from aaa_packet) - cast(${mostKept} as bigint) order by id`),
    ];
  }
}
