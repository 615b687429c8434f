import { notNullWithDefault, type AnyDatabase, type MigrationStep } from './ddl.ts';

/** The action when a quota is used up, and when live sessions are checked. */
export const limits: MigrationStep = () => ({
  async up(db: AnyDatabase) {
    const add = (table: string) => db.schema.alterTable(table);
    await add('aaa_profile')
      .addColumn('on_limit', 'text', notNullWithDefault('disconnect'))
      .execute();
    await add('aaa_profile')
      .addColumn('limit_attributes', 'text', notNullWithDefault('[]'))
      .execute();
    await add('aaa_accounting').addColumn('check_octets', 'bigint').execute();
    await add('aaa_accounting').addColumn('standing', 'text').execute();
    await add('aaa_authorization_change').addColumn('reason', 'text').execute();
  },
});
