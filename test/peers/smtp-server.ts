import { setTimeout as sleep } from 'node:timers/promises';
import { startChild } from './child.ts';
import type { Authority } from './certificates.ts';

/*
 * The SMTP server of aiosmtpd (Debian: python3-aiosmtpd): one that demands STARTTLS (RFC 3207) and a login (RFC 4954), and one
 * that offers neither.
 */

/** A mail as the server has received it. */
export interface ReceivedMail {
  /** Name of the login; null: there was none. */
  readonly login: string | null;
  /** True if it came over TLS. */
  readonly isEncrypted: boolean;
  readonly recipients: readonly string[];
  readonly content: string;
}

const user = 'gatehouse';
const password = 'a long passw0rd';

const program = `
import asyncio, json, ssl, sys
from aiosmtpd.smtp import SMTP, AuthResult

certificate, key, user, password = sys.argv[1:]

def show(value):
    print(json.dumps(value), flush=True)

class Handler:
    async def handle_DATA(self, server, session, envelope):
        login = session.auth_data.login.decode() if session.authenticated else None
        show({'login': login, 'isEncrypted': session.ssl is not None, 'recipients': envelope.rcpt_tos,
              'content': envelope.content.decode()})
        return '250 OK'

def authenticate(server, session, envelope, mechanism, data):
    if data.login.decode() == user and data.password.decode() == password:
        return AuthResult(success=True, auth_data=data)
    echo = '535 5.7.8 wrong password: ' + data.password.decode()
    return AuthResult(success=False, handled=False, message=echo)

async def main():
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate, key)
    loop = asyncio.get_running_loop()
    secure = lambda: SMTP(Handler(), hostname='mail.test', loop=loop, tls_context=context, require_starttls=True,
                          auth_required=True, authenticator=authenticate)
    plain = lambda: SMTP(Handler(), hostname='mail.test', loop=loop)
    servers = [await loop.create_server(made, '127.0.0.1', 0) for made in (secure, plain)]
    show({'ports': [server.sockets[0].getsockname()[1] for server in servers]})
    await asyncio.Event().wait()

asyncio.run(main())
`;

/** Starts both servers with a certificate for 127.0.0.1. */
export async function startSmtpServer(authority: Authority) {
  const { certificate, key } = authority.issue('mail.test', { names: 'IP:127.0.0.1' });
  const child = await startChild({
    command: '/usr/bin/python3',
    args: ['-c', program, certificate, key, user, password],
    ready: (output) => output.includes('"ports"'),
  });
  const linesOf = () =>
    child
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as ReceivedMail & { readonly ports?: [number, number] });
  const [securePort, plainPort] = linesOf()[0]?.ports ?? [0, 0];
  const received = (): readonly ReceivedMail[] =>
    linesOf().filter(({ ports }) => ports === undefined);
  return {
    user,
    password,
    securePort,
    plainPort,
    /** Returns the mails that were received so far. */
    received,
    /** Waits for a mail with a text, and returns the first one. */
    async next(text: string): Promise<ReceivedMail> {
      for (;;) {
        const found = received().find(({ content }) => content.includes(text));
        if (found !== undefined) return found;
        await sleep(10);
      }
    },
    stop: () => child.stop(),
  };
}
