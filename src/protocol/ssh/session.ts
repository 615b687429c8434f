import { connect as dial, isIPv6, type Socket } from 'node:net';
import { Client, type ClientCallback, type ClientChannel, type ConnectConfig } from 'ssh2';
import { Fault, asFault } from '../../errors.ts';
import { selectAlgorithms } from './algorithms.ts';
import { readExec, type ExecResult } from './exec.ts';
import { abortFault, sshFault } from './faults.ts';
import { parseHostKey, type HostKey } from './host-key.ts';
import { createAuthHandler, type AuthHandler, type SshCredentials } from './authentication.ts';

/** Where to connect, how to get in, and who decides about the key that the server shows. */
export interface SshTarget {
  /** Name for messages. */
  readonly name: string;
  readonly host: string;
  readonly credentials: SshCredentials;
  readonly checkHostKey: (key: HostKey) => Promise<boolean>;
  readonly options: SshOptions;
}

export interface SshOptions {
  readonly port: number;
  /** Seconds from the first packet to a finished login. */
  readonly connect_timeout: number;
  /** Seconds of silence after which the server is asked for a sign of life; three without one end the connection. 0: never. */
  readonly keepalive: number;
  /** Also offer SHA-1 key exchange, ssh-rsa and CBC. */
  readonly legacy: boolean;
}

/** Bounds of one command: the moment at which it must be over, and the characters of output that are kept. */
export interface ExecLimits {
  readonly signal: AbortSignal;
  readonly maxOutputLength: number;
}

/**
 * Connects and logs in. No credential leaves before `checkHostKey` has said yes.
 *
 * @param signal  ends the attempt, the socket with it
 * @throws Fault  `unreachable`, `timeout`, `refused` (login, host key), `garbled` (no common algorithms, not SSH);
 *                what `checkHostKey` throws passes through
 */
export async function openSsh(target: SshTarget, signal: AbortSignal): Promise<SshSession> {
  const place = placeOf(target);
  if (signal.aborted) throw abortFault(signal, `${place}: no time left to connect`);
  const login = loginOf(target, place);
  // Our own socket, because ssh2 no longer destroys one of which it has closed its half.
  const socket = dial({ host: target.host, port: target.options.port, noDelay: true });
  const client = new Client();
  try {
    await connect(client, { target, place, signal, login, socket });
  } catch (error) {
    socket.destroy();
    throw error;
  }
  return new SshSession(client, socket, place);
}

/** One open connection. Every wait on it is bounded by a signal, whose abort destroys the connection. */
export class SshSession {
  /** Who and where, for messages: `ap-lobby (192.0.2.7:22)`. */
  readonly peerLabel: string;
  readonly #client: Client;
  readonly #socket: Socket;

  constructor(client: Client, socket: Socket, place: string) {
    this.peerLabel = place;
    this.#client = client;
    this.#socket = socket;
  }

  /**
   * Runs one command in a channel of its own, without a terminal, its input closed.
   *
   * @param run     handed to the device as it is; the device's own shell reads it
   * @throws Fault  `timeout` when the signal aborts, `unreachable`, `rejected` where the device opens no channel
   */
  exec(run: string, { signal, maxOutputLength }: ExecLimits): Promise<ExecResult> {
    return this.#bounded(signal, `did not finish ${JSON.stringify(run)}`, (resolve, reject) => {
      this.#client.exec(
        run,
        this.#opened(reject, (channel) => {
          readExec(channel, maxOutputLength).then(resolve, reject);
        }),
      );
    });
  }

  /** Opens the channel of a subsystem (RFC 4254 section 6.5); the caller reads it. */
  subsystem(name: string, signal: AbortSignal): Promise<ClientChannel> {
    return this.#bounded(signal, `did not open the subsystem ${name}`, (resolve, reject) => {
      this.#client.subsys(name, this.#opened(reject, resolve));
    });
  }

  /**
   * Says goodbye and waits a second at most for the device to hang up.
   *
   * @param signal  aborted: cut the connection at once
   */
  async close(signal: AbortSignal): Promise<void> {
    if (this.#socket.closed) return;
    const cut = () => this.#socket.destroy();
    const bounded = AbortSignal.any([signal, AbortSignal.timeout(1000)]);
    bounded.addEventListener('abort', cut, { once: true });
    await new Promise<void>((resolve) => {
      this.#client.once('close', resolve).end();
      if (bounded.aborted) cut();
    });
    bounded.removeEventListener('abort', cut);
  }

  #opened(reject: (fault: Fault) => void, use: (channel: ClientChannel) => void): ClientCallback {
    return (error, channel) => {
      if (error !== undefined) {
        reject(this.#unopened(error));
        return;
      }
      channel.on('error', (cause: Error) => {
        reject(new Fault('unreachable', `${this.peerLabel}: ${cause.message}`, { cause }));
      });
      use(channel);
    };
  }

  #unopened(error: Error): Fault {
    const lost = error.message === 'No response from server' || error.message === 'Not connected';
    const what = lost ? 'closed the connection' : `opened no channel: ${error.message}`;
    return new Fault(lost ? 'unreachable' : 'rejected', `${this.peerLabel} ${what}`, {
      cause: error,
    });
  }

  #bounded<T>(
    signal: AbortSignal,
    failing: string,
    start: (resolve: (value: T) => void, reject: (cause: unknown) => void) => void,
  ) {
    let abort = () => {};
    return new Promise<T>((resolve, reject: (cause: unknown) => void) => {
      abort = () => {
        this.#socket.destroy();
        reject(abortFault(signal, `${this.peerLabel} ${failing} in time`));
      };
      if (signal.aborted) abort();
      signal.addEventListener('abort', abort, { once: true });
      start(resolve, reject);
    })
      .catch((cause: unknown) => {
        throw cause instanceof Error && asFault(cause) === null ? this.#unopened(cause) : cause;
      })
      .finally(() => {
        signal.removeEventListener('abort', abort);
      });
  }
}

/** Who and where, as every message about a connection begins. */
function placeOf({ name, host, options }: SshTarget): string {
  return `${name} (${isIPv6(host) ? `[${host}]` : host}:${options.port})`;
}

function loginOf({ credentials }: SshTarget, place: string): AuthHandler {
  try {
    return createAuthHandler(credentials);
  } catch (error) {
    const fault = asFault(error);
    throw fault === null
      ? error
      : new Fault(fault.kind, `${place}: ${fault.message}`, { cause: fault });
  }
}

interface Attempt {
  readonly target: SshTarget;
  readonly place: string;
  readonly signal: AbortSignal;
  readonly login: AuthHandler;
  readonly socket: Socket;
}

function connect(client: Client, attempt: Attempt): Promise<void> {
  const { place, signal, socket } = attempt;
  let abort = () => {};
  return new Promise<void>((resolve, reject: (cause: unknown) => void) => {
    abort = () => {
      reject(abortFault(signal, `${place} did not finish the SSH login in time`));
    };
    signal.addEventListener('abort', abort, { once: true });
    // Stays for the life of the client: an error event that nobody hears would end the process.
    client.on('error', (error) => {
      reject(sshFault(error, place, socket.bytesRead > 0));
    });
    client.once('close', () => {
      reject(new Fault('unreachable', `${place} closed the connection before the login was over`));
    });
    client.once('ready', resolve);
    client.connect(settings(attempt, reject));
  }).finally(() => {
    signal.removeEventListener('abort', abort);
  });
}

function settings(
  { target, place, login, socket }: Attempt,
  reject: (cause: unknown) => void,
): ConnectConfig {
  const { connect_timeout, keepalive, legacy } = target.options;
  return {
    sock: socket,
    username: target.credentials.username ?? '',
    authHandler: login,
    algorithms: selectAlgorithms(legacy),
    readyTimeout: connect_timeout * 1000,
    keepaliveInterval: keepalive * 1000,
    hostVerifier: (blob: Buffer, answer: (trusted: boolean) => void) => {
      hostKeyTrusted(target, place, blob).then(() => {
        answer(true);
      }, reject);
    },
  };
}

async function hostKeyTrusted(target: SshTarget, place: string, blob: Buffer): Promise<void> {
  const key = parseHostKey(blob);
  if (await target.checkHostKey(key)) return;
  throw new Fault(
    'refused',
    `${place} showed a host key other than the recorded one: ${key.algorithm} ${key.fingerprint}`,
  );
}
