import { Fault } from '../../contract/errors.ts';
import { withDeadline } from '../../runtime/deadline.ts';
import { resolveHost, type ResolvedAddress } from '../resolve-host.ts';
import { authenticatorOf, packetCode } from './packet.ts';
import type { HidingKey } from './attribute-hiding.ts';
import { readReply } from './reply-verifier.ts';
import type { OnReplyDropped } from './request-socket.ts';
import { RequestSocketPool } from './request-socket-pool.ts';
import { replyCodesOf, encodeRequest } from './request-encoder.ts';
import { defaultRetransmission, type Retransmission } from './retransmission.ts';
import type { VerifiedReply, OutboundRequest, ServerTransport } from './server-transport.ts';

interface UdpTransportOptions {
  /** IP address or host name; a name is resolved again after a minute, and after a request without reply. */
  readonly host: string;
  readonly port: number;
  readonly secret: HidingKey['secret'];
  /** Source addresses; default: the kernel chooses. */
  readonly sourceHosts?: readonly string[];
  readonly retransmission?: Retransmission;
  /** True: a reply without Message-Authenticator is accepted, unless it has an EAP-Message. Default: it is not. */
  readonly acceptsUnsigned?: () => boolean;
  /** Called with every datagram that is dropped because it is not a valid reply. */
  readonly onDropped?: OnReplyDropped;
}

const lookupTimeoutMs = 5_000;
const addressTtlMs = 60_000;

/**
 * Transport to a RADIUS server over UDP. A request is retransmitted unchanged until it has a reply or its timeout is over; a
 * Status-Server is sent once (RFC 5997 section 4.1). Replies to an Access-Request or a Status-Server need a
 * Message-Authenticator (CVE-2024-3596).
 */
export class UdpTransport implements ServerTransport {
  readonly secret: HidingKey['secret'];
  readonly #options: UdpTransportOptions;
  readonly #sockets: RequestSocketPool;
  readonly #retransmission: Retransmission;
  #resolved: { readonly address: ResolvedAddress; readonly expiresAt: number } | null = null;
  #lookup: Promise<ResolvedAddress> | null = null;

  constructor(options: UdpTransportOptions) {
    const { secret, sourceHosts = [], onDropped, retransmission = defaultRetransmission } = options;
    this.secret = secret;
    this.#options = options;
    this.#sockets = new RequestSocketPool({ hosts: sourceHosts, requestName: 'RADIUS', onDropped });
    this.#retransmission = retransmission;
  }

  /**
   * @throws as `ServerTransport`; Fault `timeout` resolving the host name took too long; `unavailable` no socket can be
   *   opened; `invalid` the attributes do not fit into a packet
   */
  async sendRequest(outbound: OutboundRequest): Promise<VerifiedReply | null> {
    const { signal } = outbound;
    const { address } = await this.#resolveAddress(signal);
    const { secret } = this;
    const isSignatureRequired =
      outbound.code !== packetCode.accountingRequest && this.#options.acceptsUnsigned?.() !== true;
    const { reply } = await this.#sockets.sendRequest<VerifiedReply>({
      address,
      port: this.#options.port,
      signal,
      retransmission: this.#retransmissionOf(outbound),
      encode(identifier) {
        const request = encodeRequest(outbound, { identifier, secret });
        return {
          request,
          read: (datagram: Buffer) =>
            readVerifiedReply(datagram, {
              code: outbound.code,
              request,
              secret,
              isSignatureRequired,
            }),
        };
      },
    });
    if (!reply) this.#resolved = null;
    return reply;
  }

  close(): Promise<void> {
    return this.#sockets.close();
  }

  #retransmissionOf({ code }: OutboundRequest): Retransmission {
    const usual = this.#retransmission;
    // A Status-Server is not retransmitted, and waits as long as a request that was lost once.
    return code === packetCode.statusServer
      ? { ...usual, initialIntervalMs: 2 * usual.initialIntervalMs, maxTries: 1 }
      : usual;
  }

  /** Resolves the host. Concurrent requests share one lookup. */
  async #resolveAddress(signal: AbortSignal): Promise<ResolvedAddress> {
    signal.throwIfAborted();
    if (this.#resolved && performance.now() < this.#resolved.expiresAt)
      return this.#resolved.address;
    this.#lookup ??= resolveHost(this.#options.host, { timeoutMs: lookupTimeoutMs })
      .then((address) => {
        this.#resolved = { address, expiresAt: performance.now() + addressTtlMs };
        return address;
      })
      .finally(() => (this.#lookup = null));
    return withDeadline(
      {
        signal,
        timeoutMs: lookupTimeoutMs,
        createFault: () =>
          new Fault('timeout', `resolving the host name ${this.#options.host} timed out`),
      },
      this.#lookup,
    );
  }
}

interface SentRequest {
  readonly code: number;
  readonly request: Buffer;
  readonly secret: HidingKey['secret'];
  readonly isSignatureRequired: boolean;
}

function readVerifiedReply(
  datagram: Buffer,
  { code, request, secret, isSignatureRequired }: SentRequest,
) {
  const packet = readReply(datagram, {
    request,
    secret,
    codes: replyCodesOf(code),
    requiresMessageAuthenticator: isSignatureRequired,
  });
  return typeof packet === 'string'
    ? packet
    : { packet, requestAuthenticator: authenticatorOf({ octets: request }) };
}
