import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import ssh2, { type AuthContext, type Connection, type Session } from 'ssh2';
import type { Secret } from '../secret.ts';
import type { DeviceAgent, SimulatedMachine } from './simulated-machine.ts';

const idleMs = 60_000;
const mostConnections = 20;

/** The one who is let in. */
export interface SshAccount {
  readonly username: string;
  readonly password: Secret;
}

/**
 * The SSH server of a simulated device, with a host key of its own. While the machine is down it keeps its port but
 * drops whoever connects, and so does every connection that was open.
 *
 * @param serve  called for each session of somebody who has logged in
 */
export async function startSshServer(
  machine: SimulatedMachine,
  account: SshAccount,
  serve: (session: Session) => void,
): Promise<DeviceAgent> {
  const ssh = new ssh2.Server({ hostKeys: [hostKey()] }, (client) => {
    welcome(client, account, serve);
  });
  const open = new Set<Socket>();
  const dropAll = () => {
    for (const socket of open) socket.destroy();
  };
  const door = createServer((socket) => {
    // ssh2 does not hear what happens to a socket before its handshake.
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
  door.maxConnections = mostConnections;
  machine.on('down', dropAll);
  const port = await listen(door);
  const stop = async () => {
    const closed = once(door, 'close');
    door.close();
    dropAll();
    await closed;
  };
  return { port, stop };
}

function welcome(
  client: Connection,
  { username, password }: SshAccount,
  serve: (session: Session) => void,
): void {
  client.on('error', () => client.end());
  client.on('authentication', (attempt: AuthContext) => {
    const isWelcome =
      attempt.method === 'password' &&
      attempt.username === username &&
      attempt.password === password.reveal();
    if (isWelcome) attempt.accept();
    else attempt.reject(['password']);
  });
  client.on('session', (accept) => {
    serve(accept());
  });
}

/** Not Ed25519: the keys of that type that ssh2 makes are now and then malformed. */
function hostKey(): string {
  const { privateKey } = generateKeyPairSync('ec', {
    namedCurve: 'prime256v1',
    privateKeyEncoding: { type: 'sec1', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  return privateKey;
}

async function listen(door: Server): Promise<number> {
  door.listen(0, '127.0.0.1');
  await once(door, 'listening');
  const address = door.address();
  if (address === null || typeof address === 'string') throw new Error('a TCP server has no port');
  return address.port;
}
