import { sql } from 'kysely';
import { nextStamp } from '../../store/query/resource-query.ts';
import { compileStatement, type Statement, type Store } from '../../store/store.ts';

/** The vouchers that one request made, as far as a caller may see them. */
export interface BatchScope {
  /** UUID. */
  readonly batch: string;
  readonly organizations: readonly number[];
}

/** A voucher of a batch, with the columns of its user that the portal log needs. */
export type BatchVoucher = Awaited<ReturnType<typeof readBatch>>[number];

/** Reads the vouchers of a batch. @throws Fault if the store cannot be read */
export async function readBatch({ db }: Store, { batch, organizations }: BatchScope) {
  return db
    .selectFrom('user_token as t')
    .innerJoin('user as u', 'u.id', 't.user')
    .select(['t.id as token', 't.time', 't.octets', 't.location'])
    .select(['u.id', 'u.organization', 'u.username', 'u.role', 'u.is_active'])
    .where('t.batch', '=', batch)
    .where('t.kind', '=', 'network')
    .where('u.organization', 'in', organizations)
    .orderBy('t.id')
    .execute();
}

/** What is changed of every voucher of a batch; undefined: as it is. */
export interface BatchChange {
  readonly isActive: boolean | undefined;
  /** Milliseconds since 1970; null: never. */
  readonly expiration: number | null | undefined;
  readonly untilCheckout: boolean | undefined;
  /** Seconds and octets that are added to the credit, where the voucher has one. */
  readonly addedSeconds: number;
  readonly addedOctets: number;
}

/** Returns the statements that change all vouchers of a batch. Open sessions are checked again. */
export function changeBatch(
  { db }: Store,
  { batch, organizations }: BatchScope,
  { now, ...change }: BatchChange & { readonly now: number },
): readonly Statement[] {
  const holders = db
    .selectFrom('user_token')
    .select('user')
    .where('batch', '=', batch)
    .where('kind', '=', 'network');
  const users = db
    .updateTable('user')
    .set({
      ...(change.isActive !== undefined && { is_active: change.isActive ? 1 : 0 }),
      ...(change.expiration !== undefined && { expiration: change.expiration }),
      last_change: nextStamp({ column: 'last_change', now }),
    })
    .where('id', 'in', holders)
    .where('organization', 'in', organizations);
  const ofScope = db.selectFrom('user').select('id').where('organization', 'in', organizations);
  const tokens = db
    .updateTable('user_token')
    .set({
      time: sql`"time" + cast(${change.addedSeconds} as bigint)`,
      octets: sql`octets + cast(${change.addedOctets} as bigint)`,
      ...(change.untilCheckout !== undefined && { until_checkout: change.untilCheckout ? 1 : 0 }),
    })
    .where('batch', '=', batch)
    .where('kind', '=', 'network')
    .where('user', 'in', ofScope);
  return [compileStatement(users), compileStatement(tokens)];
}

/** Returns the statements that delete vouchers with their users; their accounting stays. */
export function deleteVouchers({ db }: Store, vouchers: readonly BatchVoucher[]): Statement[] {
  const users = vouchers.map(({ id }) => id);
  const tokens = vouchers.map(({ token }) => token);
  return [
    compileStatement(db.deleteFrom('user_token').where('id', 'in', tokens)),
    compileStatement(db.deleteFrom('user').where('id', 'in', users)),
  ];
}
