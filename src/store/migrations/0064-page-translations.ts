import { notNullWithDefault, type AnyDatabase, type MigrationStep } from './ddl.ts';

/** The texts of a portal page in further languages. */
export const pageTranslations: MigrationStep = () => ({
  async up(db: AnyDatabase) {
    await db.schema
      .alterTable('portal_page')
      .addColumn('translations', 'text', notNullWithDefault('[]'))
      .execute();
  },
});
