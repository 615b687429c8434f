import type { MigrationStep } from './ddl.ts';

/** Adds theme, day or night, style sheet and links of a portal page. */
export const portalLooks: MigrationStep = () => ({
  async up(db) {
    for (const [column, initial] of [
      ['theme', 'plain'],
      ['scheme', 'auto'],
      ['links', '[]'],
    ] as const)
      await db.schema
        .alterTable('portal_page')
        .addColumn(column, 'text', (added) => added.notNull().defaultTo(initial))
        .execute();
    await db.schema.alterTable('portal_page').addColumn('css', 'text').execute();
  },
});
