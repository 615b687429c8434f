import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import ssh2, { type AuthContext, type Connection, type Session } from 'ssh2';
import type { Secret } from '../../src/contract/secret.ts';
import type { DeviceAgent, SimulatedMachine } from './simulated-machine.ts';

const idleMs = 60_000;
const maxConnections = 20;

/** The account that is accepted. */
export interface SshAccount {
  readonly username: string;
  readonly password: Secret;
}

/**
 * Starts the SSH server of a simulated device with a host key of its own. While the machine is down the port stays bound,
 * but open and new connections are dropped.
 *
 * @param serve  called for each session after authentication
 */
export async function startSshServer(
  machine: SimulatedMachine,
  account: SshAccount,
  serve: (session: Session) => void,
): Promise<DeviceAgent> {
  const ssh = new ssh2.Server({ hostKeys: [hostKey()] }, (client) => {
    authenticate(client, account, serve);
  });
  const open = new Set<Socket>();
  const dropAll = () => {
    for (const socket of open) socket.destroy();
  };
  const listener = createServer((socket) => {
    // ssh2 handles no socket error before its handshake.
    socket.on('error', () => socket.destroy());
    if (!machine.isUp) {
      socket.destroy();
      return;
    }
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    socket.setTimeout(idleMs, () => socket.destroy());
    ssh.injectSocket(socket);
  });
  listener.maxConnections = maxConnections;
  machine.on('down', dropAll);
  const port = await listen(listener);
  const stop = async () => {
    const closed = once(listener, 'close');
    listener.close();
    dropAll();
    await closed;
  };
  return { port, stop };
}

function authenticate(
  client: Connection,
  { username, password }: SshAccount,
  serve: (session: Session) => void,
): void {
  client.on('error', () => client.end());
  client.on('authentication', (attempt: AuthContext) => {
    const isAccepted =
      attempt.method === 'password' &&
      attempt.username === username &&
      attempt.password === password.reveal();
    if (isAccepted) attempt.accept();
    else attempt.reject(['password']);
  });
  client.on('session', (accept) => {
    serve(accept());
  });
}

/** Generates an ECDSA key; the Ed25519 keys that ssh2 generates are malformed now and then. */
function hostKey(): string {
  const { privateKey } = generateKeyPairSync('ec', {
    namedCurve: 'prime256v1',
    privateKeyEncoding: { type: 'sec1', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  return privateKey;
}

async function listen(listener: Server): Promise<number> {
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  if (address === null || typeof address === 'string') throw new Error('a TCP server has no port');
  return address.port;
}
