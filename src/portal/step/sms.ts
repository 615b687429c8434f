import { sql } from 'kysely';
import { Fault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { codeStep } from './code-step.ts';
import { hasPrefix, readPhoneNumber } from './phone-number.ts';
import { findPortalService } from './service-store.ts';
import { sendSms } from './sms-call.ts';
import type { Visitor } from './step-kind.ts';

const hourMs = 3_600_000;
/** Messages of a page in an hour unless it says so: each costs money. */
const usualPerHour = 200;
const retrySeconds = 600;

/** @throws Fault `throttled` if the page has sent as many messages within the hour as it may */
async function limitMessages({ store, now }: Gateway, { page }: Visitor): Promise<void> {
  const most = page.options.sms?.max_per_hour ?? usualPerHour;
  const { rows } = await sql`select 1 from portal_pending_login
    where page = ${page.id} and kind = 'sms' and created > ${now().getTime() - hourMs}
    limit ${sql.lit(most)}`.execute(store.db);
  if (rows.length < most) return;
  const text = 'Request was throttled: this page sends no more messages within the hour.';
  throw new Fault('throttled', text, { retryAfter: retrySeconds });
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
