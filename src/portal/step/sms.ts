import { sql } from 'kysely';
import { Fault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { codeStep } from './code-step.ts';
import { limitRecent } from './pending-store.ts';
import { hasPrefix, readPhoneNumber } from './phone-number.ts';
import { findPortalService } from './service-store.ts';
import { sendSms } from './sms-call.ts';
import type { Visitor } from './step-kind.ts';

/** Messages of a page in an hour unless it says so: each costs money. */
const usualPerHour = 200;

/** @throws Fault `throttled` if the page has sent as many messages within the hour as it may */
async function limitMessages(gateway: Gateway, { page }: Visitor): Promise<void> {
  await limitRecent(gateway, sql`page = ${page.id} and kind = 'sms'`, {
    most: page.options.sms?.max_per_hour ?? usualPerHour,
    what: 'this page sends no more messages within the hour',
  });
}

/** A login by a code that a service sends to the guest's number. */
export const sms = codeStep({
  kind: 'sms',
  event: 'vs',
  read: (fields, { page }) => {
    const number = readPhoneNumber(fields['phone'] ?? '');
    return number !== null && hasPrefix(number, page.options.sms?.prefixes) ? number : null;
  },
  wrong: 'phone_wrong',
  graceMinutes: () => 0,
  limit: limitMessages,
  send: async (gateway, { page, place, language: { texts } }, { to, code }) => {
    const service = await findPortalService(gateway, 'sms', place ?? page);
    if (!service) throw new Fault('not_found', 'there is no portal_service of kind sms');
    const title = page.title === null ? '' : ` (${page.title})`;
    const text = `${texts['your_code'] ?? ''} ${code}${title}`;
    await sendSms(gateway, service, { number: to, text });
  },
  names: () => ({}),
});
