import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { Fault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { AlertNotice } from './delivery-task.ts';

const timeoutMs = 15_000;

/**
 * Sends the change of an alert by mail to the site's recipients. Password and CAs are read each time.
 *
 * @throws Fault `unreachable` with the server's words; `invalid` naming the key of a file that cannot be read
 */
export async function sendMail(
  { smtp }: Pick<Gateway['config'], 'smtp'>,
  notice: AlertNotice,
  signal: AbortSignal,
): Promise<void> {
  const { createTransport } = await import('nodemailer');
  const { host, port, tls, username } = smtp;
  const password = username === '' ? '' : await readPassword(smtp.password_file);
  const ca = smtp.ca === '' ? undefined : await readNamed('smtp.ca', smtp.ca);
  const transport = createTransport({
    host,
    port,
    secure: tls === 'tls',
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === 'off',
    tls: { minVersion: 'TLSv1.2', ca },
    ...(username !== '' && { auth: { user: username, pass: password } }),
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
    await transport.sendMail(letterOf(smtp, notice));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const shown = withoutPassword(reason, { username, password });
    throw new Fault('unreachable', `SMTP server ${host}: ${shown}`);
  } finally {
    signal.removeEventListener('abort', close);
    transport.close();
  }
}

async function readPassword(file: string): Promise<string> {
  if (file === '') throw new Fault('invalid', 'smtp.password_file is not set');
  return (await readNamed('smtp.password_file', file)).trimEnd();
}

/** Reads a text file that a key of the configuration names. @throws Fault `invalid` naming key and file */
async function readNamed(key: string, file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Fault('invalid', `${key}: ${reason}`, { cause: error });
  });
}

/** A server may echo its input: the password in clear, or as AUTH LOGIN and AUTH PLAIN (RFC 4616) encode it. */
function withoutPassword(
  reason: string,
  { username, password }: { readonly username: string; readonly password: string },
): string {
  if (password === '') return reason;
  const encoded = [password, `\0${username}\0${password}`].map((text) =>
    Buffer.from(text).toString('base64'),
  );
  return [...encoded, password].reduce((text, secret) => text.replaceAll(secret, '***'), reason);
}

function letterOf({ from, to }: Gateway['config']['smtp'], notice: AlertNotice) {
  const { severity } = notice.alert;
  const subject = `[${severity}] ${notice.type.replace('alert.', '')}: ${notice.message}`;
  return {
    from: from === '' ? `gatehouse@${hostname()}` : from,
    to,
    messageId: `<${notice.id}@${hostname()}>`,
    subject: subject.replaceAll(/\s+/g, ' '),
    text: textOf(notice),
  };
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
