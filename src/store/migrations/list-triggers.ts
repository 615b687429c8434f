import { sql } from 'kysely';
import type { AnyDatabase, Engine } from './ddl.ts';

/** A column with a list of ids, and the table with a row for each entry. */
interface ListedColumn {
  readonly table: string;
  readonly list: string;
  /** Has the columns of `row`, `entry` and `organization`. */
  readonly entries: string;
  /** The column with the id of the row. */
  readonly row: string;
  readonly entry: string;
}

/** Creates the triggers that keep the entries of a list, with the organization of its row. */
export async function createListTriggers(
  db: AnyDatabase,
  engine: Engine,
  { table, list, entries, row, entry }: ListedColumn,
): Promise<void> {
  const [on, column, into] = [sql.table(table), sql.ref(list), sql.table(entries)];
  const removed = sql`delete from ${into} where ${sql.ref(row)} = new.id`;
  const columns = sql.join([row, entry, 'organization'].map((name) => sql.ref(name)));
  const added =
    engine === 'sqlite'
      ? sql`insert into ${into} (${columns})
          select distinct new.id, value, new.organization from json_each(new.${column})`
      : sql`insert into ${into} (${columns})
          select distinct new.id, value::bigint, new.organization from json_array_elements_text(new.${column}::json)`;
  const name = (event: string) => sql.ref(`${entries}_${event}`);
  const inserted = sql`after insert on ${on}`;
  const updated = sql`after update of ${column}, organization on ${on}`;
  const whenListed = sql`new.${column} <> '[]'`;
  const whenChanged = sql`${whenListed} or old.${column} <> '[]'`;
  if (engine === 'sqlite') {
    await sql`create trigger ${name('inserted')} ${inserted} when ${whenListed} begin ${added}; end`.execute(
      db,
    );
    await sql`create trigger ${name('updated')} ${updated} when ${whenChanged} begin ${removed}; ${added}; end`.execute(
      db,
    );
    return;
  }
  const call = sql`execute function ${name('keep')}()`;
  await sql`create function ${name('keep')}() returns trigger language plpgsql as $$
    begin
      ${removed};
      ${added};
      return null;
    end $$`.execute(db);
  await sql`create trigger ${name('inserted')} ${inserted} for each row when (${whenListed}) ${call}`.execute(
    db,
  );
  await sql`create trigger ${name('updated')} ${updated} for each row when (${whenChanged}) ${call}`.execute(
    db,
  );
}
