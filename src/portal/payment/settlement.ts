import { sql } from 'kysely';
import { selectUserId, switchStayUsers } from '../../aaa/account/stay-user.ts';
import { networkTokenStatements } from '../../aaa/account/user-token-store.ts';
import { generateVoucherCodes } from '../../aaa/voucher/code.ts';
import { asFault, Fault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { resolveDestination } from '../../inventory/device/device-address.ts';
import { runWithin } from '../../runtime/deadline.ts';
import { hostOfUrl } from '../../runtime/ip-address.ts';
import { mustChange, type Statement } from '../../store/store.ts';
import { logPayment, priceOf, type PageAccount, type Payment } from './payment-store.ts';
import { priceText } from './price.ts';
import type { Checkout, StripeAccount } from './stripe.ts';

const callMs = 15_000;

/**
 * Calls the provider with the account of a page, within a limit of time. Its host is checked like the address of a device.
 *
 * @throws Fault `invalid` without a key, and those of the call
 */
export async function callProvider<T>(
  { store }: Pick<Gateway, 'store'>,
  { organization, url, key }: PageAccount,
  work: (account: StripeAccount) => Promise<T>,
): Promise<T> {
  if (!key) throw new Fault('invalid', 'payment_key of the page is not set');
  const address = await resolveDestination(store, { organization, host: hostOfUrl(new URL(url)) });
  return runWithin({ timeoutMs: callMs }, (signal) =>
    work({ url: url.replace(/\/+$/, ''), address, key, signal }),
  );
}

/**
 * Brings a payment to where the provider has it. A paid one gets its voucher and the approval of the login that waits for it in one
 * batch, which only succeeds once, whoever reports the payment, and how often.
 */
export async function settlePayment(
  gateway: Gateway,
  payment: Payment,
  checkout: Checkout,
): Promise<void> {
  if (payment.state === 'paid' || payment.state === 'refunded') return;
  const { amount, currency, id } = payment;
  const isOurs = checkout.payment === id && (payment.session ?? checkout.id) === checkout.id;
  if (!isOurs) throw new Fault('garbled', `the session ${checkout.id} is of another payment`);
  if (checkout.isPaid) {
    const isRight = checkout.amount === amount && checkout.currency === currency;
    await (isRight
      ? sellVoucher(gateway, payment, checkout)
      : failPayment(gateway, payment, 'another amount was paid'));
  } else if (checkout.status === 'expired') await failPayment(gateway, payment, 'not paid in time');
}

async function sellVoucher(gateway: Gateway, payment: Payment, checkout: Checkout): Promise<void> {
  const { store, now } = gateway;
  const { db } = store;
  const at = now();
  const [code = ''] = generateVoucherCodes(1);
  const user = selectUserId(code);
  const sold = db
    .updateTable('portal_payment')
    .set({ state: 'paid', session: checkout.id, intent: checkout.intent, user })
    .set({ next_poll: null, settled: at.getTime() })
    .where('id', '=', payment.id)
    .where('state', 'not in', ['paid', 'refunded']);
  const approved = db
    .updateTable('portal_pending_login')
    .set({ state: 'approved', user })
    .where('kind', '=', 'payment')
    .where('reference', '=', payment.id)
    .where('state', '=', 'waiting');
  try {
    await store.write([
      ...(await voucherOf(gateway, payment, { code, at })),
      mustChange(sold),
      approved,
      logPayment(store, payment, { type: 'pc', at, username: code }),
    ]);
  } catch (error) {
    // Another report of the payment came first.
    if (asFault(error)?.kind !== 'conflict') throw error;
  }
}

async function voucherOf(
  { store }: Gateway,
  payment: Payment,
  { code, at }: { readonly code: string; readonly at: Date },
): Promise<readonly Statement[]> {
  const { name, amount, currency, time, octets, devices } = priceOf(payment);
  const page = await store.db
    .selectFrom('portal_page')
    .select('guest_profile')
    .where('id', '=', payment.page)
    .executeTakeFirst();
  return networkTokenStatements(
    store,
    {
      organization: payment.organization,
      codes: [code],
      isGenerated: true,
      batch: null,
      password: null,
      name,
      seconds: time ?? null,
      octets: octets ?? null,
      burn: 'first_use',
      location: null,
      profile: page?.guest_profile ?? null,
      externalId: payment.id,
      klass: null,
      expiration: null,
      validFrom: null,
      devices: devices ?? null,
      price: priceText(amount, currency),
      untilCheckout: false,
      isActive: true,
    },
    at,
  );
}

/** Ends a payment that was not made. */
export async function failPayment(
  { store, now }: Gateway,
  payment: Payment,
  reason: string,
): Promise<void> {
  const at = now();
  const failed = store.db
    .updateTable('portal_payment')
    .set({ state: 'failed', next_poll: null, settled: at.getTime() })
    .where('id', '=', payment.id)
    .where('state', 'in', ['created', 'open']);
  const refused = store.db
    .updateTable('portal_pending_login')
    .set({ state: 'refused' })
    .where('kind', '=', 'payment')
    .where('reference', '=', payment.id)
    .where('state', '=', 'waiting');
  try {
    const entry = logPayment(store, payment, { type: 'pf', at, more: ` - ${reason}` });
    await store.write([mustChange(failed), refused, entry]);
  } catch (error) {
    if (asFault(error)?.kind !== 'conflict') throw error;
  }
}

/** Switches the voucher of a payment off that was paid back, once. */
export async function refundPayment({ store, now }: Gateway, payment: Payment): Promise<void> {
  const at = now();
  const refunded = store.db
    .updateTable('portal_payment')
    .set({ state: 'refunded' })
    .where('id', '=', payment.id)
    .where('state', '=', 'paid');
  const users = sql`(select "user" from portal_payment where id = ${payment.id} and "user" is not null)`;
  try {
    await store.write([
      mustChange(refunded),
      switchStayUsers(store, users, { isActive: false, at }),
      logPayment(store, payment, { type: 'pf', at, more: ' - refunded' }),
    ]);
  } catch (error) {
    if (asFault(error)?.kind !== 'conflict') throw error;
  }
}
