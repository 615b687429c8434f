import { randomUUID } from 'node:crypto';
import { Fault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { sendLetter, type Letter } from '../../protocol/smtp/send-letter.ts';
import { codeStep, type CodeMessage } from './code-step.ts';
import { isOfDomains, readEmailAddress } from './email-address.ts';
import type { Visitor } from './step-kind.ts';

const timeoutMs = 15_000;

/** Sends a mail of a login. @throws Fault with the reason; `invalid` if the site has no SMTP server */
export async function sendGuestMail(gateway: Gateway, letter: Omit<Letter, 'id'>): Promise<void> {
  const { smtp } = gateway.config;
  if (smtp.host === '') throw new Fault('invalid', 'smtp.host is not set');
  const sent = { ...letter, id: randomUUID() };
  const step = { name: 'mail of a portal login', timeoutMs };
  await gateway.watchdog.run(step, (signal) => sendLetter(smtp, sent, signal));
}

/** Returns the mail with a code, in the language of the guest. */
function letterOf({ page, language: { texts } }: Visitor, { to, code, link }: CodeMessage) {
  const place = page.title ?? texts['title'] ?? '';
  const lines = [
    place,
    '',
    `${texts['your_code'] ?? ''} ${code}`,
    '',
    texts['code_link'] ?? '',
    link,
    '',
    texts['code_ignore'] ?? '',
  ];
  return {
    to,
    subject: `${texts['your_code'] ?? ''} ${code} (${place})`,
    text: `${lines.join('\n')}\n`,
  };
}

/** A login by a code that is mailed to the guest's address. */
export const email = codeStep({
  kind: 'email',
  event: 've',
  read: (fields, { page }) => {
    const address = readEmailAddress(fields['email'] ?? '');
    return address !== null && isOfDomains(address, page.options.email?.domains) ? address : null;
  },
  wrong: 'email_wrong',
  graceMinutes: ({ page }) => page.options.email?.grace_minutes ?? 0,
  send: (gateway, visitor, message) => sendGuestMail(gateway, letterOf(visitor, message)),
  names: (subject) => ({ email: subject }),
});
