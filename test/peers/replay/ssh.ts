import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import ssh2, { type Connection, type ServerChannel, type Session } from 'ssh2';
import type { NetconfRecording, SshRecording } from '../../../src/device-type/record/recording.ts';
import { serveNetconf } from './netconf.ts';
import { Replies } from './replies.ts';
import { serveShell } from './shell.ts';

export type SshAnswer = SshRecording['exchanges'][number];

/** What a device answers by now; a restart of the gateway's connection changes nothing. */
export interface SshDevice {
  readonly recording: SshRecording;
  readonly replies: Replies<Omit<SshAnswer, 'then'>>;
}

type Serve = (session: Session, client: Connection) => void;

/** A server that replays recordings in this process. */
export interface ReplayServer {
  readonly port: number;
  readonly close: () => void;
}

/** Password of all devices that are replayed. */
export const replayPassword = 'replay-4-all';

/**
 * Starts an SSH server that answers as recorded devices do: the username is the name of the recording.
 */
export async function startSshReplay(
  recordings: ReadonlyMap<string, SshRecording | NetconfRecording>,
): Promise<ReplayServer> {
  const devices = new Map([...recordings].map(([name, recording]) => [name, serverOf(recording)]));
  const ssh = new ssh2.Server({ hostKeys: [hostKey()] }, (client) => {
    let serve: Serve | undefined;
    client.on('error', () => client.end());
    client.on('authentication', (attempt) => {
      serve = devices.get(attempt.username);
      const isRight = attempt.method === 'password' && attempt.password === replayPassword;
      if (isRight && serve !== undefined) attempt.accept();
      else attempt.reject(['password']);
    });
    client.on('session', (accept) => serve?.(accept(), client));
  });
  const server = createServer({ noDelay: true }, (socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('end', () => socket.destroy());
    ssh.injectSocket(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a server has no port');
  return { port: address.port, close: () => server.close() };
}

function serverOf(recording: SshRecording | NetconfRecording): Serve {
  if (recording.protocol === 'netconf') return serveNetconf(recording);
  const device = {
    recording,
    replies: new Replies<Omit<SshAnswer, 'then'>>(recording.exchanges, ({ run }) => run),
  };
  return (session, client) => {
    if (recording.shell !== undefined) serveShell(session, client, device);
    else serveExec(session, client, device);
  };
}

function serveExec(session: Session, client: Connection, { replies }: SshDevice): void {
  session.on('exec', (accept, _reject, { command }) => {
    void answer(accept(), client, { command, reply: replies.take(command) });
  });
}

async function answer(
  channel: ServerChannel,
  client: Connection,
  {
    command,
    reply,
  }: { readonly command: string; readonly reply: Omit<SshAnswer, 'then'> | undefined },
): Promise<void> {
  if (reply === undefined) {
    channel.stderr.write(`no recording of ${command}\n`);
    channel.exit(127);
    channel.end();
    return;
  }
  if (reply.delay_ms > 0) await sleep(reply.delay_ms);
  channel.write(reply.output);
  if (reply.disconnect) {
    client.end();
    return;
  }
  if (reply.exit >= 0) channel.exit(reply.exit);
  channel.end();
}

function hostKey(): string {
  const { privateKey } = generateKeyPairSync('ec', {
    namedCurve: 'prime256v1',
    privateKeyEncoding: { type: 'sec1', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  return privateKey;
}
