import { createHmac, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer } from '../../src/runtime/node-http.ts';

/*
 * The part of Stripe's public API that hosted payments use (docs.stripe.com/api/checkout/sessions), on loopback: sessions with
 * idempotency keys, the page on which they are paid, and signed events.
 */

export interface FakeSession {
  readonly id: string;
  readonly object: 'checkout.session';
  readonly url: string | null;
  readonly status: 'open' | 'complete' | 'expired';
  readonly payment_status: 'unpaid' | 'paid';
  readonly client_reference_id: string;
  readonly amount_total: number;
  readonly currency: string;
  readonly payment_intent: string | null;
  readonly success_url: string;
  readonly cancel_url: string;
  readonly expires_at: number;
}

type Moment = 'before' | 'after';

export interface FakeStripe {
  readonly url: string;
  readonly key: string;
  readonly webhookSecret: string;
  /** The sessions, in the order of their creation. */
  readonly sessions: ReadonlyMap<string, FakeSession>;
  /** Method and path of each request that was answered or held. */
  readonly requests: readonly string[];
  /** The forms of the sessions that were asked for. */
  readonly forms: readonly Readonly<Record<string, string>>[];
  /** Pays a session, as a guest does on its page. */
  readonly pay: (id: string, change?: Partial<FakeSession>) => void;
  readonly expire: (id: string) => void;
  /** Returns an event about a session as it is posted to a webhook: body and header. */
  readonly event: (
    type: string,
    object: unknown,
    options?: { readonly at?: Date; readonly secret?: string },
  ) => { readonly body: string; readonly signature: string };
  /** Holds the next request of a path without an answer: before it is carried out, or after. Resolves when it has come. */
  readonly hold: (path: RegExp, moment: Moment) => Promise<void>;
  /** Status that requests are answered with in place of their result; null: none. */
  fails: number | null;
  readonly stop: () => Promise<void>;
}

interface Held {
  readonly path: RegExp;
  readonly moment: Moment;
  readonly arrived: () => void;
}

const key = 'sk_test_loopback';
const webhookSecret = 'whsec_loopback';

export async function startFakeStripe(): Promise<FakeStripe> {
  const sessions = new Map<string, FakeSession>();
  const byKey = new Map<string, { readonly form: string; readonly session: string }>();
  const requests: string[] = [];
  const forms: Readonly<Record<string, string>>[] = [];
  const holds: Held[] = [];
  let base = '';

  const create = (form: string, idempotencyKey: string) => {
    const known = byKey.get(idempotencyKey);
    if (known && known.form !== form)
      return failure(400, 'Keys for idempotent requests can only be used with the same parameters');
    if (known) return { status: 200, json: sessions.get(known.session) };
    const fields = Object.fromEntries(new URLSearchParams(form));
    const refusal = refusalOf(fields);
    if (refusal !== null) return failure(400, refusal);
    forms.push(fields);
    const id = `cs_test_${randomBytes(12).toString('hex')}`;
    const session = newSession(fields, id, base);
    sessions.set(id, session);
    byKey.set(idempotencyKey, { form, session: id });
    return { status: 200, json: session };
  };

  const answer = (request: IncomingMessage, body: string) => {
    const asked = `${String(request.method)} ${String(request.url)}`;
    if (stripe.fails !== null) return failure(stripe.fails, 'down');
    if (request.headers.authorization !== `Bearer ${key}`)
      return failure(401, 'Invalid API Key provided');
    if (asked === 'POST /v1/checkout/sessions')
      return create(body, String(request.headers['idempotency-key']));
    const session = sessions.get(/^GET \/v1\/checkout\/sessions\/(\w+)$/.exec(asked)?.[1] ?? '');
    return session ? { status: 200, json: session } : failure(404, 'No such checkout.session');
  };

  const isHeld = (path: string, moment: Moment) => {
    const at = holds.findIndex((held) => held.moment === moment && held.path.test(path));
    if (at < 0) return false;
    const [held] = holds.splice(at, 1);
    held?.arrived();
    return true;
  };

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const path = `${request.method ?? ''} ${request.url ?? ''}`;
    let body = '';
    for await (const part of request) body += String(part);
    requests.push(path);
    if (isHeld(path, 'before')) return;
    const { status, json } = answer(request, body);
    if (isHeld(path, 'after')) return;
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
  };
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const change = (id: string, to: Partial<FakeSession>) => {
    const session = sessions.get(id);
    if (!session) throw new Error(`no session ${id}`);
    sessions.set(id, { ...session, ...to });
  };
  const stripe: FakeStripe = {
    url: base,
    key,
    webhookSecret,
    sessions,
    requests,
    forms,
    pay(id, to = {}) {
      const payment_intent = `pi_${id.slice(-12)}`;
      change(id, { status: 'complete', payment_status: 'paid', url: null, payment_intent, ...to });
    },
    expire(id) {
      change(id, { status: 'expired', url: null });
    },
    event(type, object, { at = new Date(), secret = webhookSecret } = {}) {
      const body = JSON.stringify({
        id: `evt_${randomBytes(8).toString('hex')}`,
        object: 'event',
        type,
        data: { object },
      });
      const seconds = Math.floor(at.getTime() / 1000);
      const v1 = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
      return { body, signature: `t=${seconds},v1=${v1},v0=${'0'.repeat(64)}` };
    },
    hold: (path, moment) =>
      new Promise((arrived) => {
        holds.push({ path, moment, arrived });
      }),
    fails: null,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return stripe;
}

/** Returns what is wrong with the form of a session; null: nothing. */
function refusalOf(fields: Fields): string | null {
  const missing = required.find((field) => fields[field] === undefined);
  if (missing !== undefined) return `Missing required param: ${missing}.`;
  const lifeSeconds = Number(fields['expires_at']) - Date.now() / 1000;
  return lifeSeconds < 1_800 || lifeSeconds > 86_400
    ? 'The `expires_at` timestamp must be between 30 minutes and 24 hours'
    : null;
}

type Fields = Readonly<Record<string, string>>;

function newSession(fields: Fields, id: string, base: string): FakeSession {
  const text = (field: string) => fields[field] ?? '';
  return {
    id,
    object: 'checkout.session',
    url: `${base}/c/pay/${id}`,
    status: 'open',
    payment_status: 'unpaid',
    client_reference_id: text('client_reference_id'),
    amount_total: Number(text('line_items[0][price_data][unit_amount]')),
    currency: text('line_items[0][price_data][currency]'),
    payment_intent: null,
    success_url: text('success_url'),
    cancel_url: text('cancel_url'),
    expires_at: Number(text('expires_at')),
  };
}

const required = [
  'mode',
  'success_url',
  'client_reference_id',
  'line_items[0][quantity]',
  'line_items[0][price_data][currency]',
  'line_items[0][price_data][unit_amount]',
  'line_items[0][price_data][product_data][name]',
];

function failure(status: number, message: string) {
  return { status, json: { error: { type: 'invalid_request_error', message } } };
}
