import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { errorCode, Fault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { levelOf, lineOf, changeOf, groupNotices, type AlertNotice } from './alert-notice.ts';

const timeoutMs = 15_000;

/** Changes of alerts that one mail has. */
export interface MailedNotices {
  /** The same at each attempt. */
  readonly id: string;
  /** Not empty. */
  readonly notices: readonly AlertNotice[];
}

/**
 * Sends changes of alerts by mail to the site's recipients. Password and CAs are read each time.
 *
 * @throws Fault `unreachable` with the server's words; `invalid` naming the key of a file that cannot be read
 */
export async function sendMail(
  { smtp }: Pick<Gateway['config'], 'smtp'>,
  mailed: MailedNotices,
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
    await transport.sendMail(letterOf(smtp, mailed));
  } catch (error) {
    const shown = withoutPassword(reasonOf(error), { username, password });
    throw new Fault('unreachable', `SMTP server ${host}: ${shown}`);
  } finally {
    signal.removeEventListener('abort', close);
    transport.close();
  }
}

/** Returns why a mail was not taken: in the words of an SMTP server, and of no other service. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const status: unknown = Reflect.get(error, 'responseCode');
  const isReply = typeof status === 'number' && status >= 400 && status < 600;
  const isOther = errorCode(error) === 'EPROTOCOL' && Reflect.get(error, 'command') === 'CONN';
  return isOther && !isReply ? 'it does not answer as an SMTP server' : error.message;
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

function letterOf({ from, to }: Gateway['config']['smtp'], { id, notices }: MailedNotices) {
  const [first] = notices;
  const title = first && notices.length === 1 ? lineOf(first) : groupNotices(id, notices).message;
  return {
    from: from === '' ? `gatehouse@${hostname()}` : from,
    to,
    messageId: `<${id}@${hostname()}>`,
    subject: `[${levelOf(notices)}] ${title}`.replaceAll(/\s+/g, ' '),
    text: `${notices.map(textOf).join('\n\n')}\n`,
  };
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
