import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import ssh2, { type ServerChannel } from 'ssh2';

/*
 * An SSH server whose NETCONF subsystem is scripted by a test. It behaves like devices that no packaged server resembles:
 * replies out of order, prefixes, broken framing.
 */

/** The received octets as text. Writes are sent at once and unchanged. */
export interface Line {
  write(octets: string | Buffer): void;
  /** Waits until the received text matches, and returns the match. */
  seen(pattern: RegExp): Promise<RegExpExecArray>;
  close(): void;
}

export interface ScriptedServer {
  readonly port: number;
  stop(): Promise<void>;
}

export async function startScript(script: (line: Line) => Promise<void>): Promise<ScriptedServer> {
  const { privateKey: hostKey } = generateKeyPairSync('ec', {
    namedCurve: 'prime256v1',
    privateKeyEncoding: { type: 'sec1', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const clients = new Set<{ end(): unknown }>();
  const server = new ssh2.Server({ hostKeys: [hostKey] }, (client) => {
    clients.add(client);
    client.on('error', () => client.end());
    client.on('authentication', (attempt) => {
      attempt.accept();
    });
    client.on('session', (accept) => {
      accept().on('subsystem', (open) => {
        void script(lineOf(open()));
      });
    });
  });
  // Its own listener, because ssh2 leaves Nagle's algorithm on, which delays packets by 40 ms.
  const listener = createServer({ noDelay: true }, (socket) => {
    server.injectSocket(socket);
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const address = listener.address();
  return {
    port: address !== null && typeof address === 'object' ? address.port : 0,
    async stop() {
      const closed = new Promise((resolve) => listener.close(resolve));
      for (const client of clients) client.end();
      await closed;
    },
  };
}

function lineOf(channel: ServerChannel): Line {
  let received = '';
  channel.setEncoding('utf8').on('data', (text: string) => (received += text));
  channel.on('error', () => undefined);
  return {
    write: (octets) => void channel.write(octets),
    async seen(pattern) {
      for (let left = 3_000; left > 0; left -= 1) {
        const match = pattern.exec(received);
        if (match !== null) return match;
        await sleep(10);
      }
      throw new Error(`the client did not send ${pattern.source} but ${received}`);
    },
    close: () => {
      channel.close();
    },
  };
}

export const namespace = 'xmlns="urn:ietf:params:xml:ns:netconf:base:1.0"';

export const helloOf = (version: string, session = '<session-id>4</session-id>') =>
  `<hello ${namespace}><capabilities><capability>urn:ietf:params:netconf:base:${version}</capability></capabilities>${session}</hello>`;
