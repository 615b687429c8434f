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
    .select([
      't.id as token',
      't.time',
      't.octets',
      't.location',
      't.valid_from',
      't.until_checkout',
    ])
    .select(['u.id', 'u.organization', 'u.username', 'u.role', 'u.is_active', 'u.expiration'])
    .select('u.profile')
    .where('t.batch', '=', batch)
    .where('t.kind', '=', 'network')
    .where('u.organization', 'in', organizations)
    .orderBy('t.id')
    .execute();
}

/** What is changed of every voucher of a batch; undefined: as it is. */
export interface BatchChange {
  readonly isActive: boolean | undefined;
  /** New ends; a voucher of none of them ends as before. */
  readonly ends: readonly NewEnd[];
  /** Seconds and octets that are added to the credit, where the voucher has one. */
  readonly addedSeconds: number;
  readonly addedOctets: number;
}

/** Vouchers of a batch that end alike. */
interface NewEnd {
  readonly vouchers: readonly BatchVoucher[];
  /** Milliseconds since 1970; null: never. */
  readonly expiration: number | null;
  readonly untilCheckout: boolean;
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
    })
    .where('batch', '=', batch)
    .where('kind', '=', 'network')
    .where('user', 'in', ofScope);
  const ends = change.ends.flatMap((end) => setEnd(db, end));
  return [compileStatement(users), compileStatement(tokens), ...ends];
}

function setEnd(db: Store['db'], { vouchers, expiration, untilCheckout }: NewEnd) {
  const users = vouchers.map(({ id }) => id);
  const tokens = vouchers.map(({ token }) => token);
  return [
    compileStatement(db.updateTable('user').set({ expiration }).where('id', 'in', users)),
    compileStatement(
      db
        .updateTable('user_token')
        .set({ until_checkout: untilCheckout ? 1 : 0 })
        .where('id', 'in', tokens),
    ),
  ];
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
