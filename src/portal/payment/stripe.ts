import { Fault } from '../../contract/errors.ts';
import { isRecord } from '../../contract/fields.ts';
import type { Secret } from '../../contract/secret.ts';
import { faultOfCall, readWhole, sendRequest } from '../../runtime/http-client.ts';

/*
 * Checkout Sessions of Stripe's REST API: pages of the provider on which a guest pays. Requests are forms, replies JSON
 * (docs.stripe.com/api/checkout/sessions).
 */

/** The version of the API whose replies are read here: an account may have another default. */
const apiVersion = '2024-06-20';
const maxReplyOctets = 262_144;

/** An account at the provider, and where its API is. */
export interface StripeAccount {
  /** Without a slash at its end: `https://api.stripe.com`. */
  readonly url: string;
  /** IP address of its host, checked before. */
  readonly address: string;
  readonly key: Secret;
  /** Ends each call. */
  readonly signal: AbortSignal;
}

/** What a guest is to pay. */
export interface CheckoutRequest {
  /** Id of the payment here. A repeated request with it returns the session of the first. */
  readonly id: string;
  readonly name: string;
  /** In the smallest unit of the currency. */
  readonly amount: number;
  /** ISO 4217, in lower case. */
  readonly currency: string;
  readonly successUrl: string;
  readonly cancelUrl: string;
  /** Language of the page; null: that of the browser. */
  readonly locale: string | null;
  readonly expires: Date;
}

/** A session as the provider has it. */
export interface Checkout {
  readonly id: string;
  /** The page to pay on; null: it is no longer open. */
  readonly url: string | null;
  readonly status: 'open' | 'complete' | 'expired';
  readonly isPaid: boolean;
  /** Id of the payment here. */
  readonly payment: string | null;
  readonly amount: number | null;
  readonly currency: string | null;
  readonly intent: string | null;
}

/** Creates a session. @throws Fault `unreachable`, `timeout`, `refused` for a wrong key, `rejected`, `garbled` */
export function createCheckout(account: StripeAccount, asked: CheckoutRequest): Promise<Checkout> {
  const { id, name, amount, currency, successUrl, cancelUrl, locale, expires } = asked;
  const form = new URLSearchParams({
    mode: 'payment',
    // Cards and the wallets on top of them are paid at once; others may take days.
    'payment_method_types[0]': 'card',
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': currency,
    'line_items[0][price_data][unit_amount]': String(amount),
    'line_items[0][price_data][product_data][name]': name,
    client_reference_id: id,
    'metadata[payment]': id,
    'payment_intent_data[metadata][payment]': id,
    success_url: successUrl,
    cancel_url: cancelUrl,
    expires_at: String(Math.floor(expires.getTime() / 1000)),
    ...(locale !== null && { locale }),
  });
  return call(account, {
    method: 'POST',
    path: '/v1/checkout/sessions',
    form,
    // A repetition after a lost reply makes no second session.
    headers: { 'idempotency-key': id },
  });
}

/** Asks for a session. @throws as `createCheckout`; `rejected` if there is no such session */
export function readCheckout(account: StripeAccount, session: string): Promise<Checkout> {
  const path = `/v1/checkout/sessions/${encodeURIComponent(session)}`;
  return call(account, { method: 'GET', path });
}

interface StripeCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly form?: URLSearchParams;
  readonly headers?: Readonly<Record<string, string>>;
}

async function call(account: StripeAccount, asked: StripeCall): Promise<Checkout> {
  const { status, json } = await exchange(account, asked);
  if (status === 401 || status === 403)
    throw new Fault('refused', `the payment provider refuses the key: ${messageOf(json, status)}`);
  if (status === 429 || status >= 500)
    throw new Fault(
      'unreachable',
      `the payment provider cannot answer: ${messageOf(json, status)}`,
    );
  if (status < 200 || status > 299)
    throw new Fault('rejected', `the payment provider says: ${messageOf(json, status)}`);
  return readSession(json);
}

async function exchange(
  { url, address, key, signal }: StripeAccount,
  { method, path, form, headers = {} }: StripeCall,
): Promise<{ readonly status: number; readonly json: unknown }> {
  try {
    const reply = await sendRequest({
      method,
      url: `${url}${path}`,
      address,
      signal,
      body: form?.toString(),
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${key.reveal()}`,
        'stripe-version': apiVersion,
        'user-agent': 'Gatehouse',
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...headers,
      },
    });
    const octets = await readWhole(reply, maxReplyOctets);
    return { status: reply.statusCode ?? 0, json: parse(octets.toString()) };
  } catch (error) {
    throw faultOfCall(error, { at: url, by: 'the payment provider', signal });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const maxMessage = 300;

function messageOf(json: unknown, status: number): string {
  const error = isRecord(json) ? json['error'] : null;
  const message = isRecord(error) ? error['message'] : null;
  return typeof message === 'string' ? message.slice(0, maxMessage) : `status ${status}`;
}

/** Reads a Checkout Session, of a reply or an event. @throws Fault `garbled` */
export function readSession(json: unknown): Checkout {
  const session = isRecord(json) ? json : {};
  const { id, url, amount_total: amount, currency, payment_status, payment_intent } = session;
  const status = statuses.find((one) => one === session['status']);
  if (typeof id !== 'string' || status === undefined)
    throw new Fault('garbled', 'the payment provider has sent no Checkout Session');
  return {
    id,
    url: typeof url === 'string' ? url : null,
    status,
    isPaid: payment_status === 'paid',
    payment: textOf(session['client_reference_id']),
    amount: typeof amount === 'number' ? amount : null,
    currency: textOf(currency)?.toLowerCase() ?? null,
    intent:
      textOf(payment_intent) ?? (isRecord(payment_intent) ? textOf(payment_intent['id']) : null),
  };
}

/** An event, as the provider reports it. */
export interface StripeEvent {
  /** Empty: it is none. */
  readonly type: string;
  readonly object: Readonly<Record<string, unknown>>;
}

/** Reads the body of an event. */
export function readEvent(body: string): StripeEvent {
  const event = parse(body);
  const { type, data }: Record<string, unknown> = isRecord(event) ? event : {};
  const { object }: Record<string, unknown> = isRecord(data) ? data : {};
  return { type: textOf(type) ?? '', object: isRecord(object) ? object : {} };
}

const statuses = ['open', 'complete', 'expired'] as const;

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
