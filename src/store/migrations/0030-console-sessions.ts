import { sql } from 'kysely';
import type { AnyDatabase, Engine, MigrationStep } from './ddl.ts';
import { bigint, createTables, id, index, nullable, reference, text, unique } from './table.ts';

/** Adds the sessions of users who have signed in to the console. */
export const consoleSessions: MigrationStep = (engine) => ({
  async up(db) {
    await createTables(db, engine, {
      user_session: {
        columns: {
          id,
          user: reference('user', 'cascade'),
          token_hash: text,
          created: bigint,
          last_used: bigint,
          remote_address: nullable(text),
          user_agent: nullable(text),
        },
        indexes: [unique('token_hash'), index('user')],
      },
    });
    await createEndTrigger(db, engine);
  },
});

/**
 * Ends the sessions of a user whose password is changed or who is deactivated, whatever writes it. A sign-in has replaced an
 * imported hash by argon2id before it starts a session, so that replacement is no change of the password.
 */
async function createEndTrigger(db: AnyDatabase, engine: Engine): Promise<void> {
  const ended = sql`delete from user_session where "user" = new.id`;
  const updated = sql`after update of password, is_active on "user"`;
  const differs = engine === 'sqlite' ? sql`is not` : sql`is distinct from`;
  const isEnd = sql`(old.password like '$argon2id$%' and new.password ${differs} old.password)
    or new.is_active = 0`;
  if (engine === 'sqlite') {
    await sql`create trigger user_session_end ${updated} when ${isEnd} begin ${ended}; end`.execute(
      db,
    );
    return;
  }
  await sql`create function end_user_sessions() returns trigger language plpgsql as $$
    begin
      ${ended};
      return null;
    end $$`.execute(db);
  await sql`create trigger user_session_end ${updated} for each row when (${isEnd})
    execute function end_user_sessions()`.execute(db);
}
