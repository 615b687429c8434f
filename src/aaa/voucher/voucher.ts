import { sql } from 'kysely';
import { compileStatement, type Statement, type Store } from '../../store/store.ts';

/** How the time of a voucher is used up: while its sessions are open, or from its first use on. */
export const burnRules = ['online', 'first_use'] as const;
export type BurnRule = (typeof burnRules)[number];

/** The `network` token of a user: what its sessions may use in all. */
export interface Voucher {
  readonly id: number;
  /** Seconds of credit; null: the time is not metered. */
  readonly seconds: number | null;
  /** Octets of credit in both directions; null: they are not metered. */
  readonly octets: number | null;
  readonly burn: BurnRule;
  /** Milliseconds since 1970; null: not used yet. */
  readonly firstUsed: number | null;
  /** The location that it is limited to; null: any. */
  readonly location: number | null;
  /** From when it lets in, in milliseconds since 1970; null: at once. */
  readonly validFrom: number | null;
  /** Devices that it lets in at a time; null: as its profile says. */
  readonly devices: number | null;
}

/** The columns of a voucher in a query that joins `user_token as t`; `voucher` is null for a user without one. */
export const voucherColumns = [
  't.id as voucher',
  't.time as voucher_seconds',
  't.octets as voucher_octets',
  't.burn as voucher_burn',
  't.first_used as voucher_first_used',
  't.location as voucher_location',
  't.valid_from as voucher_valid_from',
  't.devices as voucher_devices',
] as const;

interface VoucherRow {
  readonly voucher_seconds: number | null;
  readonly voucher_octets: number | null;
  readonly voucher_burn: string | null;
  readonly voucher_first_used: number | null;
  readonly voucher_location: number | null;
  readonly voucher_valid_from: number | null;
  readonly voucher_devices: number | null;
}

export function deserializeVoucher(id: number, row: VoucherRow): Voucher {
  return {
    id,
    seconds: row.voucher_seconds,
    octets: row.voucher_octets,
    burn: row.voucher_burn === 'first_use' ? 'first_use' : 'online',
    firstUsed: row.voucher_first_used,
    location: row.voucher_location,
    validFrom: row.voucher_valid_from,
    devices: row.voucher_devices,
  };
}

/** Reads the vouchers of users. One whose first login was not seen has been in use since the start of its first session. */
export async function readVouchers(
  { db }: Store,
  users: readonly number[],
): Promise<ReadonlyMap<number, Voucher>> {
  if (users.length === 0) return new Map();
  const firstUsed = sql<number | null>`case when t.first_used is not null then t.first_used
    else (select min(a.acctstarttime) from aaa_accounting as a where a."user" = t."user") end`;
  const rows = await db
    .selectFrom('user_token as t')
    .select(['t.user', ...voucherColumns])
    .select(firstUsed.as('voucher_first_used'))
    .where('t.user', 'in', users)
    .where('t.kind', '=', 'network')
    .execute();
  return new Map(rows.map((row) => [row.user, deserializeVoucher(row.voucher, row)]));
}

/** Time and octets that the sessions of a user have used. */
export interface VoucherUse {
  readonly seconds: number;
  readonly octets: number;
}

/** The rest of a voucher, never below 0; null: not metered. */
export interface Credit {
  readonly seconds: number | null;
  readonly octets: number | null;
  readonly burn: BurnRule;
  /** True: it does not let in yet. */
  readonly isAhead: boolean;
}

/** True if the remaining credit depends on the sessions. */
export function isCountedBySessions({ seconds, octets, burn }: Voucher): boolean {
  return octets !== null || (seconds !== null && burn === 'online');
}

export function computeCredit(
  { seconds, octets, burn, firstUsed, validFrom }: Voucher,
  used: VoucherUse | undefined,
  now: Date,
): Credit {
  const sinceFirstUse = firstUsed === null ? 0 : (now.getTime() - firstUsed) / 1000;
  const usedSeconds = burn === 'first_use' ? sinceFirstUse : (used?.seconds ?? 0);
  return {
    seconds: seconds === null ? null : Math.max(0, Math.ceil(seconds - usedSeconds)),
    octets: octets === null ? null : Math.max(0, Math.floor(octets - (used?.octets ?? 0))),
    burn,
    isAhead: validFrom !== null && validFrom > now.getTime(),
  };
}

/** Returns the statement that records an earlier first use of a user's voucher, which was not recorded when it was. */
export function recordEarlierUse({ db }: Store, user: number, at: number): Statement {
  return compileStatement(
    db
      .updateTable('user_token')
      .set({ first_used: at })
      .where('user', '=', user)
      .where('kind', '=', 'network')
      .where((is) => is.or([is('first_used', 'is', null), is('first_used', '>', at)])),
  );
}

/** Returns the statement that records the first use of a voucher; later uses do not change it. */
export function recordFirstUse({ db }: Store, voucher: Voucher, at: Date): Statement {
  return compileStatement(
    db
      .updateTable('user_token')
      .set({ first_used: at.getTime() })
      .where('id', '=', voucher.id)
      .where('first_used', 'is', null),
  );
}
