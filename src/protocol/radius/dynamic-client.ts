import { isIPv4, SocketAddress } from 'node:net';
import { Fault } from '../../errors.ts';
import type { Secret } from '../../secret.ts';
import { encodeDynamicRequest, type DynamicKind } from './dynamic-authorization.ts';
import { DynamicSocket, type Dropped } from './dynamic-socket.ts';

/** When a request that nobody answers is sent again, and when it is given up (RFC 5080 section 2.2.1). */
export interface Retransmission {
  /** Until it is sent for the second time; doubles from there. */
  readonly firstMs: number;
  readonly longestMs: number;
  readonly mostTries: number;
  readonly patienceMs: number;
  /** Part of each wait by which it varies, so that many requests do not come in step. */
  readonly jitter: number;
}

export const usualRetransmission: Retransmission = {
  ...{ firstMs: 2_000, longestMs: 16_000, mostTries: 5, patienceMs: 30_000, jitter: 0.1 },
};

export interface DynamicQuestion {
  readonly kind: DynamicKind;
  /** An IP address: no name is looked up. */
  readonly address: string;
  readonly port: number;
  readonly secret: Secret;
  readonly attributes: Buffer;
  readonly at: Date;
  readonly signal: AbortSignal;
}

export interface DynamicOutcome {
  readonly outcome: 'acknowledged' | 'refused' | 'no_answer';
  readonly errorCause: number | null;
  /** Datagrams sent. */
  readonly tries: number;
  readonly ms: number;
}

interface Options {
  /** An address of this machine to send from, where it must be that one; `0.0.0.0` or `::`: the kernel chooses. */
  readonly host: string;
  readonly retransmission?: Retransmission;
  /** Told of every datagram that was no answer. */
  readonly dropped?: Dropped;
}

const mostSockets = 8;

/**
 * Asks NASes to end or change sessions. A request keeps its identifier, authenticator and source port until it is
 * answered or given up; each waits for itself, so a NAS that is silent holds up nobody else.
 *
 * @see RFC 5176, RFC 5080 section 2.2.1
 */
export class DynamicClient {
  readonly #options: Options;
  readonly #retransmission: Retransmission;
  readonly #sockets: Record<4 | 6, Promise<DynamicSocket>[]> = { 4: [], 6: [] };
  #isOpen = true;

  constructor(options: Options) {
    this.#options = options;
    this.#retransmission = options.retransmission ?? usualRetransmission;
  }

  /**
   * @returns what came of it: no answer is an outcome, too
   * @throws Fault `overloaded` too many requests are outstanding; `unavailable` no socket can be opened;
   *   `invalid` the attributes fit into no packet; the reason of the signal
   */
  async ask(question: DynamicQuestion): Promise<DynamicOutcome> {
    const family = isIPv4(question.address) ? 4 : 6;
    const { socket, identifier } = await this.#place(family);
    try {
      const request = encodeDynamicRequest({ ...question, identifier });
      const address = canonical(question.address);
      return await this.#exchange(socket, { ...question, address, identifier, request });
    } finally {
      socket.release(identifier);
    }
  }

  async close(): Promise<void> {
    this.#isOpen = false;
    const opened = await Promise.allSettled([...this.#sockets[4], ...this.#sockets[6]]);
    await Promise.all(opened.flatMap((socket) => (socket.status === 'fulfilled' ? [socket.value.close()] : [])));
  }

  /** A socket that has an identifier left, and that identifier. */
  async #place(family: 4 | 6): Promise<{ readonly socket: DynamicSocket; readonly identifier: number }> {
    const opened = this.#sockets[family];
    for (let position = 0; ; position += 1) {
      if (!this.#isOpen) throw new Fault('unavailable', 'the sender of CoA and Disconnect has stopped');
      if (position >= mostSockets) throw new Fault('overloaded', 'too many CoA and Disconnect requests are outstanding');
      const opening = (opened[position] ??= this.#open(family));
      const socket = await opening.catch((cause: unknown) => {
        opened.length = position;
        throw new Fault('unavailable', 'no socket for CoA and Disconnect', { cause });
      });
      const identifier = socket.take();
      if (identifier !== undefined) return { socket, identifier };
    }
  }

  #open(family: 4 | 6): Promise<DynamicSocket> {
    const { host, dropped } = this.#options;
    return DynamicSocket.open({ family, host, dropped });
  }

  async #exchange(socket: DynamicSocket, sent: Sent): Promise<DynamicOutcome> {
    const { mostTries, patienceMs, longestMs, firstMs } = this.#retransmission;
    const began = performance.now();
    const passed = () => Math.round(performance.now() - began);
    const answer = socket.expect(sent);
    let wait = this.#varied(firstMs);
    for (let tries = 1; ; tries += 1) {
      socket.send(sent);
      const reply = await answer.within(Math.min(wait, patienceMs - passed()), sent.signal);
      if (reply) {
        const outcome = reply.isAcknowledged ? 'acknowledged' : 'refused';
        return { outcome, errorCause: reply.errorCause, tries, ms: passed() };
      }
      if (tries >= mostTries || passed() >= patienceMs) return { outcome: 'no_answer', errorCause: null, tries, ms: passed() };
      wait = 2 * wait > longestMs ? this.#varied(longestMs) : 2 * wait + this.#varied(wait) - wait;
    }
  }

  #varied(ms: number): number {
    return ms * (1 + this.#retransmission.jitter * (2 * Math.random() - 1));
  }
}

type Sent = DynamicQuestion & { readonly identifier: number; readonly request: Buffer };

/** As a socket gives the address of who sent a datagram. */
function canonical(address: string): string {
  return isIPv4(address) ? address : new SocketAddress({ address, family: 'ipv6' }).address;
}
