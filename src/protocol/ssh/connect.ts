import { isIPv6, type Socket } from 'node:net';
import type { Client, ConnectConfig } from 'ssh2';
import { Fault, asFault } from '../../contract/errors.ts';
import { withDeadline } from '../../runtime/deadline.ts';
import { describeMismatch, legacyLevelOf, selectAlgorithms } from './algorithms.ts';
import type { SshCredentials } from './credentials.ts';
import { notSshFault, sshFault } from './faults.ts';
import { boundGroupExchange } from './group-exchange.ts';
import { createAuthHandler, parseHostKey, type AuthHandler, type HostKey } from './login.ts';
import type { SshOptions } from './options.ts';
import { maxOfferLength, parseServerOffer } from './server-offer.ts';

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

/** Handler of the authentication, and the fault of a device that asks for more than a password. */
export interface Authentication {
  readonly handler: AuthHandler;
  readonly refused: Promise<Fault>;
}

/** @throws Fault `refused` if the credentials cannot be used */
export function createAuthentication(
  { credentials }: SshTarget,
  peerLabel: string,
): Authentication {
  const named = (fault: Fault) =>
    new Fault(fault.kind, `${peerLabel}: ${fault.message}`, {
      cause: fault,
      isUntried: fault.isUntried,
    });
  let onRefused: (fault: Fault) => void = () => undefined;
  const refused = new Promise<Fault>((resolve) => {
    onRefused = resolve;
  });
  try {
    const handler = createAuthHandler(credentials, (fault) => {
      onRefused(named(fault));
    });
    return { handler, refused };
  } catch (error) {
    const fault = asFault(error);
    throw fault === null ? error : named(fault);
  }
}

/** A login in progress. */
export interface Attempt {
  readonly target: SshTarget;
  readonly peerLabel: string;
  readonly signal: AbortSignal;
  readonly authentication: Authentication;
  readonly socket: Socket;
}

/** Logs in. Returns the host key that was accepted before. */
export function connect(client: Client, attempt: Attempt): Promise<HostKey | null> {
  const { peerLabel, signal, socket } = attempt;
  let accepted: HostKey | null = null;
  const offer = recordOffer(socket);
  client.once('handshake', offer.stop);
  const connected = new Promise<HostKey | null>((resolve, reject: (cause: unknown) => void) => {
    // Stays for the life of the client: an error event without a listener would end the process.
    client.on('error', (error) => {
      const fault = sshFault(error, peerLabel, socket.bytesRead > 0);
      const sent = offer.octets();
      reject(mismatchFault(attempt, sent) ?? notSshFault(peerLabel, sent) ?? fault);
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
    void attempt.authentication.refused.then(reject);
    const onAccepted = (key: HostKey) => {
      accepted = key;
    };
    client.connect(connectConfig(attempt, { onAccepted, reject }));
    boundGroupExchange(client);
  });
  const createFault = () =>
    new Fault('timeout', `${peerLabel} did not complete the SSH login in time`);
  return withDeadline({ signal, createFault }, connected);
}

/** Keeps the first octets from a server until the handshake is complete: ssh2 does not report the server's offer. */
function recordOffer(socket: Socket) {
  const parts: Buffer[] = [];
  let length = 0;
  const onData = (part: Buffer) => {
    parts.push(part);
    length += part.length;
    if (length > maxOfferLength) socket.off('data', onData);
  };
  const stop = () => {
    socket.off('data', onData);
    parts.length = 0;
  };
  socket.on('data', onData);
  return { stop, octets: () => Buffer.concat(parts) };
}

/** Returns the fault of a server that has no algorithm in common; null if it has. */
function mismatchFault({ target, peerLabel }: Attempt, sent: Buffer): Fault | null {
  const offer = parseServerOffer(sent);
  const mismatch = offer && describeMismatch(offer, legacyLevelOf(target.options.legacy));
  return mismatch === null ? null : new Fault('garbled', `${peerLabel}: ${mismatch}`);
}

function connectConfig(
  { target, peerLabel, authentication, socket }: Attempt,
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
    authHandler: authentication.handler,
    algorithms: selectAlgorithms(legacyLevelOf(legacy), target.hostKeyAlgorithm),
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
    `${peerLabel} showed a host key other than the recorded one: ${key.algorithm} ${key.fingerprint}; if the device was replaced or reset, accept it by PATCH of the device with "host_key": "${key.algorithm} ${key.fingerprint}"`,
  );
}
