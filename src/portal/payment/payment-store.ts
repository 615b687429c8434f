import { sql, type Selectable } from 'kysely';
import type { Gateway } from '../../gateway/gateway.ts';
import type { Secret } from '../../contract/secret.ts';
import type { Tables } from '../../contract/tables.ts';
import { selectInactiveOrganizations } from '../../organization/tree-query.ts';
import { parseJsonColumn, type Statement, type Store } from '../../store/store.ts';
import { insertPortalLogEntry } from '../../aaa/portal-log/portal-log.ts';
import type { Price } from '../page/login-options.ts';
import { priceText } from './price.ts';

declare module '../../contract/tables.ts' {
  interface Tables {
    /** A payment of a guest on the page of a provider. */
    portal_payment: {
      /** UUID; the provider has it, too. */
      id: string;
      organization: number;
      page: number;
      location: Nullable<number>;
      access_point: Nullable<number>;
      mac: string;
      ip: string;
      /** JSON of what is sold, as it was then. */
      price: JsonText;
      /** In the smallest unit of the currency. */
      amount: number;
      currency: string;
      /** `created`, `open`, `paid`, `refunded`, `failed`. */
      state: string;
      /** Id of the Checkout Session. */
      session: Nullable<string>;
      /** Id of the Payment Intent. */
      intent: Nullable<string>;
      /** The voucher that was sold. */
      user: Nullable<number>;
      /** When the provider is asked next; null: the payment is settled. */
      next_poll: Nullable<EpochMs>;
      polls: number;
      /** When the provider was asked last; null: never. */
      asked: Nullable<EpochMs>;
      created: EpochMs;
      settled: Nullable<EpochMs>;
    };
  }
}

export type Payment = Selectable<Tables['portal_payment']>;

export function priceOf({ price }: Payment): Price {
  return parseJsonColumn<Price>(price);
}

/** The account of a page at the provider. */
export interface PageAccount {
  readonly organization: number;
  readonly url: string;
  readonly key: Secret | null;
  readonly webhookSecret: Secret | null;
  readonly profile: number | null;
}

const providerUrl = 'https://api.stripe.com';

/** Reads the account of a page. @returns null: there is no such page, or it is switched off */
export async function findPageAccount(
  { store, vault }: Pick<Gateway, 'store' | 'vault'>,
  page: number,
): Promise<PageAccount | null> {
  const row = await store.db
    .selectFrom('portal_page')
    .select(['organization', 'payment_url', 'payment_key', 'payment_webhook_secret'])
    .select('guest_profile as profile')
    .where('id', '=', page)
    .where('is_active', '=', 1)
    .where(sql<boolean>`organization not in ${selectInactiveOrganizations()}`)
    .executeTakeFirst();
  if (!row) return null;
  const open = (field: 'payment_key' | 'payment_webhook_secret') =>
    row[field] === null ? null : vault.open(row[field], `portal_page.${field}`);
  return {
    organization: row.organization,
    url: row.payment_url ?? providerUrl,
    key: open('payment_key'),
    webhookSecret: open('payment_webhook_secret'),
    profile: row.profile,
  };
}

/** True if a page has a key at the provider. */
export async function hasPaymentKey({ db }: Store, page: number): Promise<boolean> {
  const found = await db
    .selectFrom('portal_page')
    .select('id')
    .where('id', '=', page)
    .where('payment_key', 'is not', null)
    .executeTakeFirst();
  return found !== undefined;
}

export async function findPayment({ db }: Store, id: string): Promise<Payment | null> {
  const found = await db
    .selectFrom('portal_payment')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return found ?? null;
}

/** Finds the payment of a Payment Intent at a page. */
export async function findPaymentByIntent(
  { db }: Store,
  page: number,
  intent: string,
): Promise<Payment | null> {
  const found = await db
    .selectFrom('portal_payment')
    .selectAll()
    .where('intent', '=', intent)
    .where('page', '=', page)
    .executeTakeFirst();
  return found ?? null;
}

const maxClaimed = 20;
const fastMs = 5_000;
const slowMs = 60_000;
/** Polls at the short interval: ten minutes. */
const fastPolls = 120;

/** Claims payments that the provider is to be asked about now, so that one of several gateways asks. */
export async function claimDuePayments({ store, now }: Gateway): Promise<readonly Payment[]> {
  const at = now().getTime();
  const { db } = store;
  const due = await db
    .selectFrom('portal_payment')
    .select(['id', 'next_poll'])
    .where('next_poll', '<=', at)
    .orderBy('next_poll')
    .limit(maxClaimed)
    .execute();
  const claimed: Payment[] = [];
  for (const { id, next_poll } of due) {
    const interval = sql<number>`cast(${at} as bigint)
      + case when polls < ${sql.lit(fastPolls)} then ${sql.lit(fastMs)} else ${sql.lit(slowMs)} end`;
    const update = db
      .updateTable('portal_payment')
      .set({ next_poll: interval, asked: at, polls: sql<number>`polls + 1` })
      .where('id', '=', id)
      .where('next_poll', '=', next_poll);
    const [written] = await store.write([update]);
    const payment = written?.changes === 1 ? await findPayment(store, id) : null;
    if (payment) claimed.push(payment);
  }
  return claimed;
}

/** Time between two questions about a payment, however often its guest reloads the page. */
const askEveryMs = 3_000;

/** Claims the right to ask the provider about an open payment now. @returns false: it was asked a moment ago, or is settled */
export async function claimQuestion({ store, now }: Gateway, id: string): Promise<boolean> {
  const at = now().getTime();
  const update = store.db
    .updateTable('portal_payment')
    .set({ asked: at })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .where(sql<boolean>`(asked is null or asked <= ${at - askEveryMs} or asked > ${at})`);
  const [written] = await store.write([update]);
  return written?.changes === 1;
}

/** Returns the entry of the portal log about a payment. */
export function logPayment(
  store: Store,
  payment: Payment,
  {
    type,
    at,
    more = '',
    username = null,
  }: {
    readonly type: 'pp' | 'pc' | 'pf' | 'er';
    readonly at: Date;
    readonly more?: string;
    readonly username?: string | null;
  },
): Statement {
  const { organization, page, location, access_point, mac, ip, amount, currency } = payment;
  const { name } = priceOf(payment);
  const detail = `${name}: ${priceText(amount, currency)}${more}`.slice(0, maxDetail);
  const status = type === 'pf' || type === 'er' ? 502 : 200;
  const place = { organization, page, location, access_point, mac, ip };
  return insertPortalLogEntry(store, { ...place, type, status, detail, username, at });
}

const maxDetail = 500;
