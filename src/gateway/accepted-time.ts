import type { Statement, Store } from '../store/store.ts';

/* The time that was accepted last. All gateways on a store share it; one row. */

declare module '../contract/tables.ts' {
  interface Tables {
    accepted_time: {
      readonly id: number;
      /** Milliseconds since 1970; 0: none. */
      accepted_at: number;
    };
  }
}

/** Returns the accepted time in milliseconds since 1970; 0: no time has been accepted. @throws Fault as the store does */
export async function readAcceptedTime({ db }: Pick<Store, 'db'>): Promise<number> {
  const row = await db.selectFrom('accepted_time').select('accepted_at').executeTakeFirst();
  return row?.accepted_at ?? 0;
}

/** Returns the statement that replaces the accepted time; it changes no row if another gateway has replaced it since. */
export function replaceAcceptedTime(
  { db }: Pick<Store, 'db'>,
  { from, to }: { readonly from: number; readonly to: number },
): Statement {
  return db
    .updateTable('accepted_time')
    .set({ accepted_at: Math.round(to) })
    .where('accepted_at', '=', from)
    .compile();
}
