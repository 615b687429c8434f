import type { MigrationStep } from './ddl.ts';
import { bigint, createTables, index, reference, text } from './table.ts';

/** Adds theme, day or night, background, style sheet and links of a portal page, and its pictures and fonts. */
export const portalLooks: MigrationStep = (engine) => ({
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
    for (const column of ['css', 'background'])
      await db.schema.alterTable('portal_page').addColumn(column, 'text').execute();
    await createTables(db, engine, {
      portal_file: {
        columns: {
          organization: reference('organization', 'cascade'),
          digest: text,
          media_type: text,
          content: text,
          created: bigint,
        },
        primaryKey: ['organization', 'digest'],
        indexes: [index('digest')],
      },
    });
  },
});
