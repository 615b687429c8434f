import { asFault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { PeriodicTask } from '../../gateway/job.ts';
import { claimDuePayments, findPageAccount, type Payment } from './payment-store.ts';

const intervalMs = 2_000;
/** The address of a payment that was not stored by then has not reached its guest. */
const createdForMs = 300_000;

/** Returns the task that asks the provider about payments: a box on site cannot be reached by its webhooks. */
export function paymentTask(gateway: Gateway): PeriodicTask {
  return {
    name: 'payments of guests',
    intervalMs,
    failureMessage: 'portal: cannot read or write payments; retrying in 2 s',
    run: async () => {
      // At the same time: the provider of one page may be slow.
      const due = await claimDuePayments(gateway);
      await Promise.all(due.map((payment) => askFor(gateway, payment)));
      return undefined;
    },
  };
}

/** Asks the provider about a payment, and settles it. A provider that does not answer is asked again later. */
export async function askFor(gateway: Gateway, payment: Payment): Promise<void> {
  const { callProvider, failPayment, settlePayment } = await import('./settlement.ts');
  const { session } = payment;
  if (session === null) {
    const age = gateway.now().getTime() - payment.created;
    if (age > createdForMs) await failPayment(gateway, payment, 'not begun');
    return;
  }
  try {
    const account = await findPageAccount(gateway, payment.page);
    if (!account) return;
    const { readCheckout } = await import('./stripe.ts');
    const checkout = await callProvider(gateway, account, (called) =>
      readCheckout(called, session),
    );
    await settlePayment(gateway, payment, checkout);
  } catch (error) {
    const fault = asFault(error);
    if (!fault) throw error;
    gateway.log.warn(
      { payment: payment.id, reason: fault.message },
      'portal: cannot ask for a payment',
    );
  }
}
