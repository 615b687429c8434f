import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { Fault } from '../errors.ts';
import type { Gateway } from '../gateway.ts';
import type { AlertNotice } from './delivery-task.ts';

const timeoutMs = 15_000;

/**
 * Sends the change of an alert by mail to the site's recipients.
 *
 * @throws Fault `unreachable` with the server's words
 */
export async function sendMail(
  { smtp }: Pick<Gateway['config'], 'smtp'>,
  notice: AlertNotice,
  signal: AbortSignal,
): Promise<void> {
  const { createTransport } = await import('nodemailer');
  const { host, port, tls, username } = smtp;
  const transport = createTransport({
    host,
    port,
    secure: tls === 'tls',
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === 'off',
    ...(username !== '' && {
      auth: { user: username, pass: await readPassword(smtp.password_file) },
    }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const close = () => {
    transport.close();
  };
  signal.addEventListener('abort', close, { once: true });
  try {
    await transport.sendMail({
      from: smtp.from === '' ? `gatehouse@${hostname()}` : smtp.from,
      to: smtp.to,
      messageId: `<${notice.id}@${hostname()}>`,
      subject:
        `[${notice.alert.severity}] ${notice.type.replace('alert.', '')}: ${notice.message}`.replaceAll(
          /\s+/g,
          ' ',
        ),
      text: textOf(notice),
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Fault('unreachable', `SMTP server ${host}: ${reason}`, { cause: error });
  } finally {
    signal.removeEventListener('abort', close);
    transport.close();
  }
}

async function readPassword(file: string): Promise<string> {
  if (file === '') throw new Fault('invalid', 'smtp.password_file is not set');
  return (await readFile(file, 'utf8')).trimEnd();
}

function textOf({ message, datetime, user, alert }: AlertNotice): string {
  const lines = [
    message,
    '',
    `Time: ${datetime}`,
    `Rule: ${alert.rule} (${alert.severity})`,
    ...(alert.device_name === null ? [] : [`Device: ${alert.device_name}`]),
    `Since: ${alert.started_at}`,
    ...(user === null ? [] : [`By: ${user}`]),
    `Alert: ${alert.id}`,
  ];
  return `${lines.join('\n')}\n`;
}
