import { isIPv6, type Socket } from 'node:net';
import type { Client, ConnectConfig } from 'ssh2';
import { Fault, asFault } from '../../errors.ts';
import { withDeadline } from '../deadline.ts';
import { sshFault } from './faults.ts';
import {
  createAuthHandler,
  parseHostKey,
  selectAlgorithms,
  type AuthHandler,
  type HostKey,
  type SshCredentials,
} from './login.ts';
import type { SshOptions } from './options.ts';

/** Address, credentials and host key check of a device. */
export interface SshTarget {
  /** Name for messages. */
  readonly name: string;
  readonly host: string;
  readonly credentials: SshCredentials;
  readonly checkHostKey: (key: HostKey) => Promise<boolean>;
  /** Type of the host key that is expected, `ssh-rsa`; a server may have several. */
  readonly hostKeyAlgorithm?: string;
  readonly options: SshOptions;
}

/** Returns name and address for messages: `ap-lobby (192.0.2.7:22)`. */
export function peerLabelOf({ name, host, options }: SshTarget): string {
  return `${name} (${isIPv6(host) ? `[${host}]` : host}:${options.port})`;
}

/** @throws Fault `refused` if the credentials cannot be used */
export function authHandlerFor({ credentials }: SshTarget, peerLabel: string): AuthHandler {
  try {
    return createAuthHandler(credentials);
  } catch (error) {
    const fault = asFault(error);
    throw fault === null
      ? error
      : new Fault(fault.kind, `${peerLabel}: ${fault.message}`, { cause: fault });
  }
}

/** A login in progress. */
export interface Attempt {
  readonly target: SshTarget;
  readonly peerLabel: string;
  readonly signal: AbortSignal;
  readonly authHandler: AuthHandler;
  readonly socket: Socket;
}

/** Logs in. Returns the host key that was accepted before. */
export function connect(client: Client, attempt: Attempt): Promise<HostKey | null> {
  const { peerLabel, signal, socket } = attempt;
  let accepted: HostKey | null = null;
  const connected = new Promise<HostKey | null>((resolve, reject: (cause: unknown) => void) => {
    // Stays for the life of the client: an error event without a listener would end the process.
    client.on('error', (error) => {
      reject(sshFault(error, peerLabel, socket.bytesRead > 0));
    });
    client.once('close', () => {
      reject(
        new Fault(
          'unreachable',
          `${peerLabel} closed the connection before the login was complete`,
        ),
      );
    });
    client.once('ready', () => {
      resolve(accepted);
    });
    const onAccepted = (key: HostKey) => {
      accepted = key;
    };
    client.connect(connectConfig(attempt, { onAccepted, reject }));
  });
  const createFault = () =>
    new Fault('timeout', `${peerLabel} did not complete the SSH login in time`);
  return withDeadline({ signal, createFault }, connected);
}

function connectConfig(
  { target, peerLabel, authHandler, socket }: Attempt,
  {
    onAccepted,
    reject,
  }: {
    readonly onAccepted: (key: HostKey) => void;
    readonly reject: (cause: unknown) => void;
  },
): ConnectConfig {
  const { connect_timeout, keepalive, legacy } = target.options;
  return {
    sock: socket,
    username: target.credentials.username ?? '',
    authHandler,
    algorithms: selectAlgorithms(legacy, target.hostKeyAlgorithm),
    readyTimeout: connect_timeout * 1000,
    keepaliveInterval: keepalive * 1000,
    hostVerifier: (blob: Buffer, answer: (trusted: boolean) => void) => {
      verifyHostKey(target, peerLabel, blob).then((key) => {
        onAccepted(key);
        answer(true);
      }, reject);
    },
  };
}

async function verifyHostKey(target: SshTarget, peerLabel: string, blob: Buffer): Promise<HostKey> {
  const key = parseHostKey(blob);
  if (await target.checkHostKey(key)) return key;
  throw new Fault(
    'refused',
    `${peerLabel} showed a host key other than the recorded one: ${key.algorithm} ${key.fingerprint}; to accept it, write it to host_key of the device`,
  );
}
