import { sql, type Generated, type Selectable } from 'kysely';
import { claimRows } from '../../store/claim.ts';
import { namedParameter, prepareQuery } from '../../store/prepared-statement.ts';
import { compileStatement, type Statement, type Store } from '../../store/store.ts';
import type { Tables } from '../../contract/tables.ts';

declare module '../../contract/tables.ts' {
  interface Tables {
    /** Devices that controllers have let in and must cut off, since their sessions have ended. */
    portal_revocation: {
      id: Generated<number>;
      organization: number;
      controller: number;
      access_point: Nullable<number>;
      /** Of the portal session. */
      session: string;
      username: string;
      /** Canonical. */
      mac: string;
      /** `controller_device` of the session. */
      device: string;
      created: EpochMs;
      /** The time of the next attempt; while one is under way, the end of the claim. */
      due: EpochMs;
      attempts: Generated<number>;
    };
  }
}

export type Revocation = Selectable<Tables['portal_revocation']>;

const maxClaimed = 64;
const claimMs = 60_000;

/** Claims the due revocations, those without a failure first. @param busy  ids of controllers with a pending call */
export async function claimRevocations(
  store: Store,
  { now, busy }: { readonly now: Date; readonly busy: readonly number[] },
): Promise<readonly Revocation[]> {
  const at = now.getTime();
  if ((await findDue(store, { now: at })).length === 0) return [];
  const isFree = busy.length === 0 ? sql`1 = 1` : sql`controller not in (${sql.join(busy)})`;
  const isDue = sql`due <= ${at} and ${isFree}`;
  return claimRows<Revocation>(store, {
    table: 'portal_revocation',
    candidates: sql`select id from portal_revocation where ${isDue} order by attempts, due limit ${sql.lit(maxClaimed)}`,
    probe: sql`select 1 from portal_revocation where ${isDue} limit 1`,
    set: sql`due = ${at + claimMs}, attempts = attempts + 1`,
    returning: sql`*`,
  });
}

const findDue = prepareQuery((db) =>
  db
    .selectFrom('portal_revocation')
    .select('id')
    .where('due', '<=', namedParameter<number>('now'))
    .limit(1)
    .compile(),
);

export function deleteRevocation({ db }: Store, id: number): Statement {
  return compileStatement(db.deleteFrom('portal_revocation').where('id', '=', id));
}

export function postponeRevocation({ db }: Store, id: number, due: number): Statement {
  return compileStatement(db.updateTable('portal_revocation').set({ due }).where('id', '=', id));
}
