import { sql } from 'kysely';
import { createIndex, nullableForeignKey, type AnyDatabase, type MigrationStep } from './ddl.ts';

/** Adds what vouchers are besides a credit of time. Codes that were generated so far are found without their hyphens. */
export const vouchers: MigrationStep = () => ({
  async up(db: AnyDatabase) {
    const change = () => db.schema.alterTable('user_token');
    for (const column of ['batch', 'burn', 'code_key'])
      await change().addColumn(column, 'text').execute();
    for (const column of ['octets', 'first_used'])
      await change().addColumn(column, 'bigint').execute();
    await change()
      .addColumn('location', 'bigint', nullableForeignKey('location', 'set null'))
      .execute();
    for (const column of ['batch', 'code_key', 'location'])
      await createIndex(db, 'user_token', [column]);
    await sql`update user_token set code_key = (
        select upper(replace(u.username, '-', '')) from "user" u where u.id = user_token."user")
      where kind = 'network' and "user" in (select id from "user" where username like '____-____-____')`.execute(
      db,
    );
  },
});
