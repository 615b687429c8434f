import { Fault } from '../../errors.ts';
import { withDeadline } from '../deadline.ts';
import { resolveHost, type ResolvedAddress } from '../resolve-host.ts';
import { packetCode, headerOctets } from './packet.ts';
import type { HidingKey } from './attribute-hiding.ts';
import { readReply } from './reply-verifier.ts';
import type { OnReplyDropped } from './request-socket.ts';
import { RequestSocketPool } from './request-socket-pool.ts';
import { replyCodesByRequest, encodeRequest } from './request-encoder.ts';
import { defaultRetransmission, type Retransmission } from './retransmission.ts';
import type { VerifiedReply, OutboundRequest, ServerTransport } from './server-transport.ts';

interface Options {
  /** An IP address or a host name, which is looked up now and again. */
  readonly host: string;
  readonly port: number;
  readonly secret: HidingKey['secret'];
  /** Addresses of this machine to send from; left out: the kernel chooses. */
  readonly sourceHosts?: readonly string[];
  readonly retransmission?: Retransmission;
  /** Told of every datagram that was no answer. */
  readonly onDropped?: OnReplyDropped;
}

const msOfLookup = 5_000;
const msOfAddress = 60_000;

/**
 * A RADIUS server over UDP. A request is sent again as it was until it is answered or given up; a Status-Server is sent
 * once (RFC 5997 section 4.1). What answers an Access-Request or a Status-Server must be signed (CVE-2024-3596).
 */
export class UdpTransport implements ServerTransport {
  readonly secret: HidingKey['secret'];
  readonly #options: Options;
  readonly #sockets: RequestSocketPool;
  readonly #retransmission: Retransmission;
  #known: { readonly address: ResolvedAddress; readonly until: number } | null = null;
  #lookup: Promise<ResolvedAddress> | null = null;

  constructor(options: Options) {
    const { secret, sourceHosts = [], onDropped, retransmission = defaultRetransmission } = options;
    this.secret = secret;
    this.#options = options;
    this.#sockets = new RequestSocketPool({ hosts: sourceHosts, requestName: 'RADIUS', onDropped });
    this.#retransmission = retransmission;
  }

  /**
   * @throws as `Route`; Fault `timeout` the look-up of the host name took too long; `unavailable` no socket can be
   *   opened; `invalid` the attributes fit into no packet
   */
  async sendRequest(question: OutboundRequest): Promise<VerifiedReply | null> {
    const { signal } = question;
    const { address } = await this.#address(signal);
    const { secret } = this;
    const { reply } = await this.#sockets.sendRequest<VerifiedReply>({
      ...{
        address,
        port: this.#options.port,
        signal,
        retransmission: this.#retransmissionOf(question),
      },
      encode(identifier) {
        const request = encodeRequest(question, { identifier, secret });
        return {
          request,
          read: (datagram: Buffer) => answerIn(datagram, { question, request, secret }),
        };
      },
    });
    if (!reply) this.#known = null;
    return reply;
  }

  close(): Promise<void> {
    return this.#sockets.close();
  }

  #retransmissionOf(question: OutboundRequest): Retransmission {
    const usual = this.#retransmission;
    // What its answer would be waited for if it were sent twice: as long as a request that was lost once.
    return question.code === packetCode.statusServer
      ? { ...usual, initialIntervalMs: 2 * usual.initialIntervalMs, maxTries: 1 }
      : usual;
  }

  /** One look-up serves all that ask meanwhile; after silence the name may lead elsewhere. */
  async #address(signal: AbortSignal): Promise<ResolvedAddress> {
    signal.throwIfAborted();
    if (this.#known && performance.now() < this.#known.until) return this.#known.address;
    this.#lookup ??= resolveHost(this.#options.host, {
      signal: AbortSignal.timeout(msOfLookup),
      timeoutMs: msOfLookup,
    })
      .then((address) => {
        this.#known = { address, until: performance.now() + msOfAddress };
        return address;
      })
      .finally(() => (this.#lookup = null));
    return withDeadline(
      {
        signal,
        timeoutMs: msOfLookup,
        createFault: () =>
          new Fault('timeout', `the look-up of ${this.#options.host} was given up`),
      },
      this.#lookup,
    );
  }
}

interface Outgoing {
  readonly question: OutboundRequest;
  readonly request: Buffer;
  readonly secret: HidingKey['secret'];
}

function answerIn(datagram: Buffer, { question, request, secret }: Outgoing) {
  const codes = replyCodesByRequest.get(question.code) ?? [];
  const mustBeSigned = question.code !== packetCode.accountingRequest;
  const packet = readReply(datagram, {
    request,
    secret,
    codes,
    requiresMessageAuthenticator: mustBeSigned,
  });
  return typeof packet === 'string'
    ? packet
    : { packet, requestAuthenticator: request.subarray(4, headerOctets) };
}
