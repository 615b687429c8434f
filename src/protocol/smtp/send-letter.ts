import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { errorCode, Fault } from '../../contract/errors.ts';

const timeoutMs = 15_000;

/** The SMTP server of the site, as the configuration has it. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  readonly tls: 'off' | 'starttls' | 'tls';
  /** Empty: no login. */
  readonly username: string;
  /** File with the password; read each time. */
  readonly password_file: string;
  /** File with CAs in PEM; empty: the public ones. */
  readonly ca: string;
  /** Empty: `gatehouse@` and the name of this machine. */
  readonly from: string;
}

export interface Letter {
  /** The same at each attempt. */
  readonly id: string;
  readonly to: string | string[];
  readonly subject: string;
  readonly text: string;
}

/**
 * Sends a letter. Password and CAs are read each time.
 *
 * @throws Fault `unreachable` with the server's words; `invalid` naming the key of a file that cannot be read
 */
export async function sendLetter(
  smtp: SmtpServer,
  letter: Letter,
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
    await transport.sendMail(messageOf(smtp, letter));
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

function messageOf({ from }: SmtpServer, { id, to, subject, text }: Letter) {
  return {
    from: from === '' ? `gatehouse@${hostname()}` : from,
    to,
    messageId: `<${id}@${hostname()}>`,
    subject: subject.replaceAll(/\s+/g, ' '),
    text,
  };
}
