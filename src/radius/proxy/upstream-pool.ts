import type { QueuedPacket } from '../../aaa/proxy/forward-queue.ts';
import { statusServerRequest } from '../../protocol/radius/request-encoder.ts';
import { backoffDelay } from '../../runtime/backoff.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Upstream } from './upstream.ts';

interface PoolMember {
  readonly upstream: Upstream;
  /** Consecutive requests without reply. */
  failures: number;
  retryAt: number;
  /** True while a probe is in progress: a packet or a Status-Server. */
  isProbing: boolean;
  repliedAt: number;
  silentSince: number;
}

const backoff = { initialMs: 1_000, maxMs: 30_000 };
/** Silent members are probed with Status-Server, and after this time with a packet, since not every server replies to it. */
const packetProbeAfterMs = 300_000;

/** The home server pool of one queue, in order of priority: the first member that replies gets the packets. */
export class UpstreamPool {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  #members: readonly PoolMember[] = [];

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  /** Replaces the members; remaining members keep their state. @param upstreams  in order of priority */
  setMembers(upstreams: readonly Upstream[]): void {
    const current = new Map(this.#members.map((member) => [member.upstream, member]));
    this.#members = upstreams.map(
      (upstream) =>
        current.get(upstream) ?? {
          upstream,
          failures: 0,
          retryAt: 0,
          isProbing: false,
          repliedAt: -Infinity,
          silentSince: 0,
        },
    );
  }

  /**
   * Selects the upstream for a packet: the first that replies. While one replies, silent members of higher priority are
   * probed with Status-Server, so that no packet is delayed. While all are silent, each gets one packet at a time, with backoff.
   *
   * @returns null: no upstream is available now
   */
  select({ isFromPortal }: Pick<QueuedPacket, 'isFromPortal'>): Upstream | null {
    const now = this.#clock.monotonicMs();
    const candidates = this.#members.filter(({ upstream: { row } }) =>
      isFromPortal ? row.handlesPortalAccounting : row.handlesAccounting,
    );
    const firstLive = candidates.find(({ failures }) => failures === 0);
    for (const member of candidates) {
      if (member === firstLive) return member.upstream;
      if (member.isProbing || now < member.retryAt) continue;
      member.isProbing = true;
      if (!firstLive || now - member.silentSince > packetProbeAfterMs) return member.upstream;
      void this.#probe(member);
    }
    return null;
  }

  /** Sends a Status-Server (RFC 5997); a server that does not support it stays silent. */
  async #probe({ upstream }: PoolMember): Promise<void> {
    const sentAt = this.#clock.monotonicMs();
    const reply = await upstream.sendRequest('acct', statusServerRequest).catch(() => null);
    if (reply) this.recordReply(upstream);
    else this.recordTimeout(upstream, sentAt);
  }

  /** @returns true if the upstream was silent before */
  recordReply(upstream: Upstream): boolean {
    const member = this.#memberOf(upstream);
    if (!member) return false;
    const wasSilent = member.failures > 0;
    member.failures = 0;
    member.isProbing = false;
    member.repliedAt = this.#clock.monotonicMs();
    return wasSilent;
  }

  /**
   * @param sentAt  when the request was sent, by the monotonic clock; a reply to another request since then outweighs it
   * @returns       true if the upstream counts as silent from now on
   */
  recordTimeout(upstream: Upstream, sentAt: number): boolean {
    const member = this.#memberOf(upstream);
    if (!member) return false;
    member.isProbing = false;
    if (member.repliedAt > sentAt) return false;
    const now = this.#clock.monotonicMs();
    // Requests that were in flight together count as one failure.
    if (now < member.retryAt) return false;
    const isFirst = member.failures === 0;
    if (isFirst || now - member.silentSince > packetProbeAfterMs) member.silentSince = now;
    member.failures += 1;
    member.retryAt = now + backoffDelay(member.failures, backoff);
    return isFirst;
  }

  #memberOf(upstream: Upstream): PoolMember | undefined {
    return this.#members.find((member) => member.upstream === upstream);
  }
}
