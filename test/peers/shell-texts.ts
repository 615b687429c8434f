import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import ssh2 from 'ssh2';

/** A shell behind an SSH server of ssh2 that prints a text for each line, octet by octet as a test writes it. */
export interface ShellTexts {
  readonly port: number;
  /** Lines that were entered, oldest first. */
  readonly lines: readonly string[];
  stop(): Promise<void>;
}

/** @param texts  by line; that of `begin` is printed first */
export async function startShellTexts(
  texts: Readonly<Record<string, string>>,
): Promise<ShellTexts> {
  const lines: string[] = [];
  const { privateKey } = generateKeyPairSync('ec', {
    namedCurve: 'prime256v1',
    privateKeyEncoding: { type: 'sec1', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const server = new ssh2.Server({ hostKeys: [privateKey] }, (client) => {
    client.on('error', () => client.end());
    client.on('authentication', (attempt) => {
      if (attempt.method === 'password') attempt.accept();
      else attempt.reject(['password']);
    });
    client.on('session', (accept) => {
      const session = accept();
      session.on('pty', (agree) => {
        agree();
      });
      session.on('shell', (open) => {
        const channel = open();
        let typed = '';
        channel.on('error', () => undefined);
        channel.setEncoding('utf8').on('data', (keys: string) => {
          typed += keys;
          for (let at = typed.indexOf('\n'); at !== -1; at = typed.indexOf('\n')) {
            const line = typed.slice(0, at);
            typed = typed.slice(at + 1);
            lines.push(line);
            channel.write(texts[line] ?? '');
          }
        });
        channel.write(texts['begin'] ?? '');
      });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    lines,
    stop: () =>
      new Promise((resolve) =>
        server.close(() => {
          resolve();
        }),
      ),
  };
}
