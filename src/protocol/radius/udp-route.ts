import { Fault } from '../../errors.ts';
import { within } from '../deadline.ts';
import { resolveHost, type Address } from '../resolve.ts';
import { code, headerOctets } from './packet.ts';
import type { Cover } from './password.ts';
import { readReply } from './reply-check.ts';
import type { Dropped } from './request-socket.ts';
import { RequestSockets } from './request-sockets.ts';
import { answersTo, encodeRequest } from './request.ts';
import { usualRetransmission, type Retransmission } from './retransmission.ts';
import type { Answer, Question, Route } from './route.ts';

interface Options {
  /** An IP address or a host name, which is looked up now and again. */
  readonly host: string;
  readonly port: number;
  readonly secret: Cover['secret'];
  /** Addresses of this machine to send from; left out: the kernel chooses. */
  readonly from?: readonly string[];
  readonly retransmission?: Retransmission;
  /** Told of every datagram that was no answer. */
  readonly dropped?: Dropped;
}

const msOfLookup = 5_000;
const msOfAddress = 60_000;

/**
 * A RADIUS server over UDP. A request is sent again as it was until it is answered or given up; a Status-Server is sent
 * once (RFC 5997 section 4.1). What answers an Access-Request or a Status-Server must be signed (CVE-2024-3596).
 */
export class UdpRoute implements Route {
  readonly secret: Cover['secret'];
  readonly #options: Options;
  readonly #sockets: RequestSockets;
  readonly #retransmission: Retransmission;
  #known: { readonly address: Address; readonly until: number } | null = null;
  #lookup: Promise<Address> | null = null;

  constructor(options: Options) {
    const { secret, from = [], dropped, retransmission = usualRetransmission } = options;
    this.secret = secret;
    this.#options = options;
    this.#sockets = new RequestSockets({ hosts: from, what: 'RADIUS', dropped });
    this.#retransmission = retransmission;
  }

  /**
   * @throws as `Route`; Fault `timeout` the look-up of the host name took too long; `unavailable` no socket can be
   *   opened; `invalid` the attributes fit into no packet
   */
  async ask(question: Question): Promise<Answer | null> {
    const { signal } = question;
    const { address } = await this.#address(signal);
    const { secret } = this;
    const { answer } = await this.#sockets.ask<Answer>({
      ...{ address, port: this.#options.port, signal, retransmission: this.#retransmissionOf(question) },
      request(identifier) {
        const request = encodeRequest(question, { identifier, secret });
        return { request, read: (datagram: Buffer) => answerIn(datagram, { question, request, secret }) };
      },
    });
    if (!answer) this.#known = null;
    return answer;
  }

  close(): Promise<void> {
    return this.#sockets.close();
  }

  #retransmissionOf(question: Question): Retransmission {
    const usual = this.#retransmission;
    // What its answer would be waited for if it were sent twice: as long as a request that was lost once.
    return question.code === code.statusServer ? { ...usual, firstMs: 2 * usual.firstMs, mostTries: 1 } : usual;
  }

  /** One look-up serves all that ask meanwhile; after silence the name may lead elsewhere. */
  async #address(signal: AbortSignal): Promise<Address> {
    signal.throwIfAborted();
    if (this.#known && performance.now() < this.#known.until) return this.#known.address;
    this.#lookup ??= resolveHost(this.#options.host, { signal: AbortSignal.timeout(msOfLookup), ms: msOfLookup })
      .then((address) => {
        this.#known = { address, until: performance.now() + msOfAddress };
        return address;
      })
      .finally(() => (this.#lookup = null));
    return within(
      { signal, ms: msOfLookup, late: () => new Fault('timeout', `the look-up of ${this.#options.host} was given up`) },
      this.#lookup,
    );
  }
}

interface Outgoing {
  readonly question: Question;
  readonly request: Buffer;
  readonly secret: Cover['secret'];
}

function answerIn(datagram: Buffer, { question, request, secret }: Outgoing) {
  const codes = answersTo.get(question.code) ?? [];
  const mustBeSigned = question.code !== code.accountingRequest;
  const packet = readReply(datagram, { request, secret, codes, mustBeSigned });
  return typeof packet === 'string' ? packet : { packet, requestAuthenticator: request.subarray(4, headerOctets) };
}
