import { once, type EventEmitter } from 'node:events';
import { connect as dial, type Socket } from 'node:net';
import { Client, type ClientChannel, type SFTPWrapper } from 'ssh2';
import { Fault, asFault } from '../../contract/errors.ts';
import { abortFault, onceAborted, runWithin, withDeadline } from '../../runtime/deadline.ts';
import { readInTurns } from '../../runtime/limit/read-in-turns.ts';
import { connect, createAuthentication, peerLabelOf, type SshTarget } from './connect.ts';
import { readExec, type ExecResult } from './exec.ts';
import { channelFault } from './faults.ts';
import type { HostKey } from './login.ts';

/** Deadline of one command, and the limit of its output in characters. */
export interface ExecLimits {
  readonly signal: AbortSignal;
  readonly maxOutputLength: number;
}

/** After a command ends without an exit status, a device that goes down closes its connection within this time. */
const endOfConnectionMs = 250;
const terminal = { term: 'vt100', cols: 511, rows: 1000 };
/** Time that a device has to close its connection. */
const closeTimeoutMs = 1000;

/**
 * Connects and logs in. No credential is sent before `checkHostKey` has accepted the host key.
 *
 * @param signal  ends the attempt and destroys the socket
 * @throws Fault  `unreachable`, `timeout`, `refused` (login, host key), `garbled` (no common algorithms, not SSH);
 *                also what `checkHostKey` throws
 */
export async function openSsh(target: SshTarget, signal: AbortSignal): Promise<SshSession> {
  const peerLabel = peerLabelOf(target);
  if (signal.aborted) throw abortFault(signal, `${peerLabel}: no time left to connect`);
  const authentication = createAuthentication(target, peerLabel);
  // A socket of our own, because ssh2 does not destroy a half-closed one.
  const socket = dial({ host: target.host, port: target.options.port, noDelay: true });
  readInTurns(socket);
  // Destroyed at the deadline wherever the session is, in ssh2 or in ours.
  const removeListener = onceAborted(signal, () => socket.destroy());
  socket.once('close', removeListener);
  const client = new Client();
  try {
    const hostKey = await connect(client, { target, peerLabel, signal, authentication, socket });
    return new SshSession(client, socket, { peerLabel, hostKey });
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

/** Open connection. Every operation on it takes a signal; aborting it destroys the connection. */
export class SshSession {
  /** Name and address for messages: `ap-lobby (192.0.2.7:22)`. */
  readonly peerLabel: string;
  /** Host key that the device showed at the login. */
  readonly hostKey: HostKey | null;
  readonly #client: Client;
  readonly #socket: Socket;

  constructor(
    client: Client,
    socket: Socket,
    { peerLabel, hostKey }: Pick<SshSession, 'peerLabel' | 'hostKey'>,
  ) {
    this.peerLabel = peerLabel;
    this.hostKey = hostKey;
    this.#client = client;
    this.#socket = socket;
  }

  /** False once either side has closed the connection. */
  get isOpen(): boolean {
    return this.#socket.readable && this.#socket.writable;
  }

  /**
   * Runs a command in a channel of its own, without a terminal and with closed input.
   *
   * @param run     command line for the device's own shell
   * @throws Fault  `timeout` when the signal aborts, `unreachable`, `rejected` if the device opens no channel
   */
  exec(run: string, { signal, maxOutputLength }: ExecLimits): Promise<ExecResult> {
    return this.#run(signal, `did not finish ${JSON.stringify(run)}`, (resolve, reject) => {
      this.#client.exec(
        run,
        this.#channelCallback(reject, (channel) => {
          readExec(channel, maxOutputLength)
            .then((result) => this.#withEndOf(result))
            .then(resolve, reject);
        }),
      );
    });
  }

  /**
   * Returns the result of a command, disconnected only if the connection has ended with its channel: RFC 4254 section 6.10
   * recommends an exit status, and some devices omit it.
   */
  async #withEndOf(result: ExecResult): Promise<ExecResult> {
    if (!result.disconnected) return result;
    if (this.isOpen)
      await runWithin({ timeoutMs: endOfConnectionMs }, (deadline) =>
        once(this.#socket, 'close', { signal: deadline }),
      ).catch(() => null);
    return { ...result, disconnected: !this.isOpen };
  }

  /** Opens the channel of a subsystem (RFC 4254 section 6.5) for the caller to read. */
  subsystem(name: string, signal: AbortSignal): Promise<ClientChannel> {
    return this.#run(signal, `did not open the subsystem ${name}`, (resolve, reject) => {
      this.#client.subsys(name, this.#channelCallback(reject, resolve));
    });
  }

  /** Opens SFTP. */
  sftp(signal: AbortSignal): Promise<SFTPWrapper> {
    return this.#run(signal, 'did not open SFTP', (resolve, reject) => {
      this.#client.sftp(this.#channelCallback(reject, resolve));
    });
  }

  /**
   * Opens an interactive shell with a terminal, wide and long enough that few devices break lines or pause.
   *
   * @param use  called as soon as the channel is open, so that it misses no output
   */
  shell<T>(signal: AbortSignal, use: (channel: ClientChannel) => T): Promise<T> {
    return this.#run(signal, 'did not open a shell', (resolve, reject) => {
      const onChannel = this.#channelCallback(reject, (channel: ClientChannel) => {
        try {
          resolve(use(channel));
        } catch (error) {
          reject(error);
        }
      });
      this.#client.shell(terminal, onChannel);
    });
  }

  /**
   * Disconnects, and waits at most a second for the device to close the connection.
   *
   * @param signal  destroys the connection immediately when it aborts
   */
  async close(signal: AbortSignal): Promise<void> {
    if (this.#socket.closed) return;
    // The socket's own event, because ssh2 does not always announce the end of a client.
    const closed = new Promise<void>((resolve) =>
      this.#socket.once('close', () => {
        resolve();
      }),
    );
    this.#client.end();
    await runWithin({ signal, timeoutMs: closeTimeoutMs }, (deadline) => {
      onceAborted(deadline, () => this.#socket.destroy());
      return closed;
    });
  }

  /** Disconnects in the background. */
  end(): void {
    const { signal } = new AbortController();
    void this.close(signal).catch(() => this.#socket.destroy());
  }

  /** Destroys the connection immediately. */
  destroy(): void {
    this.#socket.destroy();
  }

  #channelCallback<Channel extends EventEmitter>(
    reject: (cause: unknown) => void,
    use: (channel: Channel) => void,
  ): (error: Error | undefined, channel: Channel) => void {
    return (error, channel) => {
      if (error !== undefined) {
        reject(this.#channelFault(error));
        return;
      }
      channel.on('error', (cause: Error) => {
        reject(new Fault('unreachable', `${this.peerLabel}: ${cause.message}`, { cause }));
      });
      use(channel);
    };
  }

  #channelFault(error: Error): Fault {
    return channelFault(error, this.peerLabel, this.isOpen);
  }

  async #run<T>(
    signal: AbortSignal,
    failure: string,
    start: (resolve: (value: T) => void, reject: (cause: unknown) => void) => void,
  ): Promise<T> {
    const message = `${this.peerLabel} ${failure} in time`;
    try {
      if (signal.aborted) throw abortFault(signal, message);
      const createFault = () => new Fault('timeout', message);
      return await withDeadline({ signal, createFault }, new Promise<T>(start));
    } catch (cause) {
      if (signal.aborted) this.#socket.destroy();
      throw cause instanceof Error && asFault(cause) === null ? this.#channelFault(cause) : cause;
    }
  }
}
