import type { MigrationStep } from './ddl.ts';
import {
  bigint,
  createTables,
  id,
  index,
  nullable,
  nullableReference,
  reference,
  text,
} from './table.ts';

/** Adds the versions of portal pages: their content as it was published. */
export const pageVersions: MigrationStep = (engine) => ({
  async up(db) {
    await createTables(db, engine, {
      portal_page_version: {
        columns: {
          id,
          organization: reference('organization'),
          page: reference('portal_page', 'cascade'),
          user: nullableReference('user'),
          created: bigint,
          title: nullable(text),
          welcome: nullable(text),
          languages: text,
          translations: text,
          login_kinds: text,
          terms: nullable(text),
          terms_version: nullable(text),
          terms_user: nullable(bigint),
          theme: text,
          scheme: text,
          guest_profile: nullable(bigint),
          login_options: text,
          look: text,
          background: nullable(text),
          css: nullable(text),
          links: text,
        },
        indexes: [
          index('page', 'created', 'id'),
          index('organization', 'created', 'id'),
          index('user'),
        ],
      },
    });
  },
});
