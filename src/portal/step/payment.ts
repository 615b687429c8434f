import { randomUUID } from 'node:crypto';
import { asFault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import {
  claimQuestion,
  findPageAccount,
  findPayment,
  logPayment,
  type Payment,
} from '../payment/payment-store.ts';
import type { Price } from '../page/login-options.ts';
import { askFor } from '../payment/payment-task.ts';
import { callProvider, failPayment } from '../payment/settlement.ts';
import { createCheckout } from '../payment/stripe.ts';
import { linkOf, stepColumns } from './code-step.ts';
import { letApprovedIn } from './guest-account.ts';
import { createToken, findPendingLogin, insertPendingLogin } from './pending-store.ts';
import {
  logStep,
  type ResumedLogin,
  type StepAnswer,
  type StepKind,
  type Visitor,
} from './step-kind.ts';

/** The provider keeps a session open for 30 minutes at least. */
const openMinutes = 35;
/** The login of a payment that was made at the last moment. */
const pendingMinutes = 120;

/** A login by a payment on the page of a provider, which sells a voucher. */
export const payment: StepKind = { begin, resume };

async function begin(
  gateway: Gateway,
  visitor: Visitor,
  fields: Readonly<Record<string, string>>,
): Promise<StepAnswer> {
  const { page, language } = visitor;
  const price = page.options.payment?.prices[Number(fields['price'] ?? '0')];
  if (!price) return { kind: 'problem', text: 'payment_failed' };
  const token = createToken();
  const begun = await insertPayment(gateway, visitor, { token, price });
  const link = linkOf(gateway, { step: token });
  try {
    const account = await findPageAccount(gateway, page.id);
    if (!account) return { kind: 'problem', text: 'payment_failed' };
    const expires = new Date(gateway.now().getTime() + openMinutes * 60_000);
    const { id, amount, currency } = begun;
    const urls = { successUrl: link, cancelUrl: link };
    const locale = language.code.split('-')[0] ?? null;
    const asked = { id, name: price.name, amount, currency, ...urls, locale, expires };
    const checkout = await callProvider(gateway, account, (called) =>
      createCheckout(called, asked),
    );
    if (checkout.url === null) return { kind: 'problem', text: 'payment_failed' };
    await openPayment(gateway, begun, checkout.id);
    return { kind: 'leaves', token, url: checkout.url };
  } catch (error) {
    const fault = asFault(error);
    if (!fault) throw error;
    await failPayment(gateway, begun, fault.message);
    await logStep(gateway, visitor, {
      type: 'er',
      status: 502,
      detail: `payment: ${fault.message}`,
    });
    return { kind: 'problem', text: 'payment_failed' };
  }
}

/** Stores a payment and its login before the provider hears of it. */
async function insertPayment(
  gateway: Gateway,
  visitor: Visitor,
  { token, price }: { readonly token: string; readonly price: Price },
): Promise<Payment> {
  const { store, now } = gateway;
  const { page, place, mac, ip } = visitor;
  const id = randomUUID();
  await insertPendingLogin(gateway, token, {
    ...stepColumns(visitor),
    kind: 'payment',
    subject: '',
    reference: id,
    minutes: pendingMinutes,
  });
  const row: Payment = {
    id,
    organization: page.organization,
    page: page.id,
    location: place?.location ?? null,
    access_point: place?.id ?? null,
    mac,
    ip,
    price: JSON.stringify(price),
    amount: price.amount,
    currency: price.currency.toLowerCase(),
    state: 'created',
    session: null,
    intent: null,
    user: null,
    next_poll: now().getTime(),
    polls: 0,
    asked: null,
    created: now().getTime(),
    settled: null,
  };
  await store.write([store.db.insertInto('portal_payment').values(row)]);
  return row;
}

async function openPayment(
  { store, now }: Gateway,
  begun: Payment,
  session: string,
): Promise<void> {
  await store.write([
    store.db
      .updateTable('portal_payment')
      .set({ state: 'open', session, polls: 0 })
      .where('id', '=', begun.id)
      .where('state', '=', 'created'),
    logPayment(store, begun, { type: 'pp', at: now() }),
  ]);
}

async function resume(gateway: Gateway, { login, token }: ResumedLogin): Promise<StepAnswer> {
  const found = await findPayment(gateway.store, login.reference ?? '');
  if (!found) return { kind: 'problem', text: 'step_expired' };
  if (await claimQuestion(gateway, found.id)) await askFor(gateway, found);
  const current = (await findPendingLogin(gateway, token)) ?? login;
  if (current.state === 'refused') return { kind: 'problem', text: 'payment_failed' };
  return current.state === 'approved'
    ? letApprovedIn(gateway, current)
    : { kind: 'waits', token, login: current };
}
