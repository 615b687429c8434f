import type { MigrationStep } from './ddl.ts';
import {
  bigint,
  createTables,
  index,
  integer,
  key,
  nullable,
  nullableReference,
  reference,
  text,
  withDefault,
} from './table.ts';

/** Adds payments of guests on the page of a provider, and the account of a portal page there. */
export const payments: MigrationStep = (engine) => ({
  async up(db) {
    for (const column of ['payment_url', 'payment_key', 'payment_webhook_secret'])
      await db.schema.alterTable('portal_page').addColumn(column, 'text').execute();
    await createTables(db, engine, {
      portal_payment: {
        columns: {
          id: key(text),
          organization: reference('organization'),
          page: reference('portal_page', 'cascade'),
          location: nullableReference('location'),
          access_point: nullableReference('access_point'),
          mac: text,
          ip: text,
          price: text,
          amount: bigint,
          currency: text,
          state: text,
          session: nullable(text),
          intent: nullable(text),
          user: nullableReference('user'),
          next_poll: nullable(bigint),
          polls: withDefault(integer, 0),
          asked: nullable(bigint),
          created: bigint,
          settled: nullable(bigint),
        },
        indexes: [
          { columns: ['next_poll'], where: 'next_poll is not null' },
          { columns: ['intent'], where: 'intent is not null' },
          index('organization', 'mac'),
          index('page'),
          index('user'),
          index('location'),
          index('access_point'),
        ],
      },
    });
  },
});
