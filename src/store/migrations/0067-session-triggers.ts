import { sql } from 'kysely';
import type { AnyDatabase, MigrationStep } from './ddl.ts';

/**
 * Has PostgreSQL ask whether events are recorded before it calls the trigger of a session, and not in it: without readers a
 * packet cost a look at its new row and two functions more. The function is volatile, so that it sees a recording that began
 * after the statement.
 */
export const sessionTriggers: MigrationStep = (engine) => ({
  async up(db: AnyDatabase) {
    if (engine === 'sqlite') return;
    await sql`
      create function records_events() returns boolean volatile language plpgsql as $$
      begin
        return exists (select 1 from event_state s where s.is_recording = 1);
      end $$`.execute(db);
    await sql`drop trigger event_of_session_start on aaa_accounting`.execute(db);
    await sql`
      create trigger event_of_session_start after insert on aaa_accounting for each row
      when (records_events()) execute function event_of_session_start()`.execute(db);
    await sql`drop trigger event_of_session_stop on aaa_accounting`.execute(db);
    await sql`
      create trigger event_of_session_stop after update of acctstoptime on aaa_accounting for each row
      when ((old.acctstoptime is null) <> (new.acctstoptime is null) and records_events())
      execute function event_of_session_stop()`.execute(db);
  },
});
