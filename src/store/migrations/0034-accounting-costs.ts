import { sql } from 'kysely';
import type { MigrationStep } from './ddl.ts';
import { changesAfterSum, subtractFromSums } from './0013-accounting-sums.ts';
import { createIndex } from './table.ts';

/**
 * Takes work off each packet. One index has the open sessions whose user was not checked, in place of two. On PostgreSQL, the
 * trigger of sessions that are in the sums comes after the update, because a trigger before it locks the row first, and
 * asks one question, because its condition is parsed for each statement; and pages keep room, so that most
 * Interim-Updates stay on the page of their session and enter no index.
 */
export const accountingCosts: MigrationStep = (engine) => ({
  async up(db) {
    await createIndex(db, engine, {
      table: 'aaa_accounting',
      name: 'unchecked',
      columns: ['radacctid'],
      where: 'acctstoptime is null and "user" is distinct from authorized_user',
    });
    await sql`drop index aaa_accounting_new`.execute(db);
    await sql`drop index aaa_accounting_orphaned`.execute(db);
    if (engine === 'sqlite') return;
    await sql`alter table aaa_accounting set (fillfactor = 60)`.execute(db);
    await sql`drop trigger aaa_accounting_changed_after_sum on aaa_accounting`.execute(db);
    await sql`
      create or replace function take_session_out_of_sums() returns trigger language plpgsql as $$
      begin
        if ${changesAfterSum.changes(engine)} then
          ${subtractFromSums};
          update aaa_accounting set local_start = null where radacctid = old.radacctid;
        end if;
        return null;
      end $$`.execute(db);
    await sql`
      create trigger aaa_accounting_changed_after_sum after ${changesAfterSum.on} on aaa_accounting
      for each row when (old.local_start is not null) execute function take_session_out_of_sums()`.execute(
      db,
    );
  },
});
