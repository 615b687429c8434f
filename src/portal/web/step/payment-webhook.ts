import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Fault } from '../../../contract/errors.ts';
import { isRecord } from '../../../contract/fields.ts';
import type { Gateway } from '../../../gateway/gateway.ts';
import { findPageAccount, findPayment, findPaymentByIntent } from '../../payment/payment-store.ts';

const maxOctets = 262_144;

/** Adds `/portal/payment/{page}`, where the payment provider reports what becomes of payments. */
export function addPaymentWebhook(app: FastifyInstance, gateway: Gateway): void {
  void app.register((scope, _options, done) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, isForGuests: true };
    });
    scope.removeAllContentTypeParsers();
    // The signature is over the octets of the body.
    const options = { parseAs: 'string', bodyLimit: maxOctets } as const;
    scope.addContentTypeParser('*', options, (_request, text: string, parsed) => {
      parsed(null, text);
    });
    scope.post('/portal/payment/:page', async (request, reply) => {
      await receive(gateway, request);
      return reply.send({ received: true });
    });
    done();
  });
}

/** @throws Fault `not_found`; `invalid` without a signature of the provider */
async function receive(gateway: Gateway, request: FastifyRequest): Promise<void> {
  const { page: given } = isRecord(request.params) ? request.params : {};
  const page = typeof given === 'string' && /^\d{1,9}$/.test(given) ? Number(given) : 0;
  const account = await findPageAccount(gateway, page);
  if (!account?.webhookSecret) throw new Fault('not_found', 'Not found.');
  const body = typeof request.body === 'string' ? request.body : '';
  const header = String(request.headers['stripe-signature'] ?? '');
  const { isSigned } = await import('../../payment/stripe-signature.ts');
  if (!isSigned({ header, body, at: gateway.now() }, account.webhookSecret))
    throw new Fault('invalid', 'The signature of the event is not valid, or too old.');
  await handle(gateway, page, body);
}

/** Handles an event of the provider; one of another kind or payment changes nothing. */
async function handle(gateway: Gateway, page: number, body: string): Promise<void> {
  const { readEvent } = await import('../../payment/stripe.ts');
  const { type, object } = readEvent(body);
  if (type === 'charge.refunded') await refund(gateway, page, object);
  else if (type.startsWith('checkout.session.')) await settle(gateway, page, object);
}

type Json = Readonly<Record<string, unknown>>;

/** A part that is paid back leaves the voucher as it is. */
async function refund(gateway: Gateway, page: number, charge: Json): Promise<void> {
  if (charge['refunded'] !== true) return;
  const intent = String(charge['payment_intent']);
  const paid = await findPaymentByIntent(gateway.store, page, intent);
  const { refundPayment } = await import('../../payment/settlement.ts');
  if (paid) await refundPayment(gateway, paid);
}

async function settle(gateway: Gateway, page: number, session: Json): Promise<void> {
  const { readSession } = await import('../../payment/stripe.ts');
  const checkout = readSession(session);
  const payment = await findPayment(gateway.store, checkout.payment ?? '');
  const { settlePayment } = await import('../../payment/settlement.ts');
  if (payment?.page === page) await settlePayment(gateway, payment, checkout);
}
