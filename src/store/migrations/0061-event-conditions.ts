import { sql } from 'kysely';
import type { AnyDatabase, MigrationStep } from './ddl.ts';

/**
 * Narrows two triggers of events. The log of a device has rows named `status` that are no change of its state: of a message
 * of syslog, or of a parameter. In a file the end of a session that is not collected yet is no event beside its start.
 */
export const eventConditions: MigrationStep = (engine) => ({
  async up(db: AnyDatabase) {
    if (engine === 'postgres') {
      await sql`drop trigger event_of_device on inventory_device_log`.execute(db);
      await sql`
        create trigger event_of_device after insert on inventory_device_log for each row
        when (new.action = 'event' and new.variable_name = 'status' and new.old_value is not null
          and new.parameter is null)
        execute function event_of_device()`.execute(db);
      return;
    }
    await sql`drop trigger event_of_session_stop`.execute(db);
    await sql`
      create trigger event_of_session_stop after update of acctstoptime on aaa_accounting
      when (old.acctstoptime is null) <> (new.acctstoptime is null)
        and exists (select 1 from event_state where is_recording = 1 and last_session >= new.radacctid) begin
        insert into event (organization, kind, object, state, datetime)
        values (new.organization, 'session', cast(new.radacctid as text),
          case when new.acctstoptime is null then 'active' else 'completed' end,
          cast((julianday('now') - 2440587.5) * 86400000 as integer));
      end`.execute(db);
  },
});
