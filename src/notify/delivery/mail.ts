import type { Gateway } from '../../gateway/gateway.ts';
import { sendLetter } from '../../protocol/smtp/send-letter.ts';
import { levelOf, lineOf, changeOf, groupNotices, type AlertNotice } from './alert-notice.ts';

/** Changes of alerts that one mail has. */
export interface MailedNotices {
  /** The same at each attempt. */
  readonly id: string;
  /** Not empty. */
  readonly notices: readonly AlertNotice[];
}

/**
 * Sends changes of alerts by mail to the site's recipients.
 *
 * @throws Fault as `sendLetter`
 */
export async function sendMail(
  { smtp }: Pick<Gateway['config'], 'smtp'>,
  { id, notices }: MailedNotices,
  signal: AbortSignal,
): Promise<void> {
  const [first] = notices;
  const title = first && notices.length === 1 ? lineOf(first) : groupNotices(id, notices).message;
  const letter = {
    id,
    to: smtp.to,
    subject: `[${levelOf(notices)}] ${title}`,
    text: `${notices.map(textOf).join('\n\n')}\n`,
  };
  return sendLetter(smtp, letter, signal);
}

function textOf(notice: AlertNotice): string {
  const { datetime, local_time, user, link, alert, type } = notice;
  const lines = [
    `${changeOf(type)}: ${lineOf(notice)}`,
    `Time: ${local_time} (${datetime})`,
    `Rule: ${alert.rule} (${alert.severity})`,
    `Since: ${alert.started_at}`,
    ...(user === null ? [] : [`By: ${user}`]),
    link === null ? `Alert: ${alert.id}` : `Alert: ${link}`,
  ];
  return lines.join('\n');
}
