import type { QueuedPacket } from '../../aaa/proxy/forward-queue.ts';
import { statusServerRequest } from '../../protocol/radius/request-encoder.ts';
import { backoffDelay } from '../../runtime/backoff.ts';
import type { Upstream } from './upstream.ts';

interface Standing {
  readonly receiver: Upstream;
  /** How often in a row nothing came back. */
  failures: number;
  restsUntil: number;
  isTried: boolean;
  answeredAt: number;
  silentSince: number;
}

const backoff = { initialMs: 1_000, maxMs: 30_000 };
/** For so long one that is silent is left alone while another one answers, unless it answers a Status-Server. */
const msUntilPacket = 300_000;

/** The upstreams of one queue, those of the lowest priority first: alternatives, of which the first that answers is told. */
export class UpstreamPool {
  #standings: readonly Standing[] = [];

  /** @param receivers  in the order in which they are preferred; what is known of those that stay is kept */
  setMembers(receivers: readonly Upstream[]): void {
    const known = new Map(this.#standings.map((standing) => [standing.receiver, standing]));
    this.#standings = receivers.map(
      (receiver) =>
        known.get(receiver) ?? {
          receiver,
          failures: 0,
          restsUntil: 0,
          isTried: false,
          answeredAt: -Infinity,
          silentSince: 0,
        },
    );
  }

  /**
   * Whom to tell: the first that answers. Where none does, each gets a single packet now and then; where another one
   * does, a packet would only be held up, so those that are silent are asked for their status.
   *
   * @returns null: nobody now
   */
  select({ isFromPortal }: Pick<QueuedPacket, 'isFromPortal'>): Upstream | null {
    const now = performance.now();
    const takers = this.#standings.filter(({ receiver }) =>
      isFromPortal ? receiver.row.handlesPortalAccounting : receiver.row.handlesAccounting,
    );
    const next = takers.find(({ failures }) => failures === 0);
    for (const standing of takers) {
      if (standing === next) return standing.receiver;
      if (standing.isTried || now < standing.restsUntil) continue;
      standing.isTried = true;
      if (!next || now - standing.silentSince > msUntilPacket) return standing.receiver;
      void this.#askForStatus(standing);
    }
    return null;
  }

  /** RFC 5997; a server that does not know it stays silent. */
  async #askForStatus({ receiver }: Standing): Promise<void> {
    const began = performance.now();
    const answer = await receiver.sendRequest('acct', statusServerRequest).catch(() => null);
    if (answer) this.recordReply(receiver);
    else this.recordTimeout(receiver, began);
  }

  /** @returns whether it had been silent */
  recordReply(receiver: Upstream): boolean {
    const standing = this.#of(receiver);
    if (!standing) return false;
    const wasSilent = standing.failures > 0;
    Object.assign(standing, { failures: 0, isTried: false, answeredAt: performance.now() });
    return wasSilent;
  }

  /**
   * @param began  when it was asked, by `performance.now()`: who has answered others since then is there
   * @returns      whether it counts as silent from now on
   */
  recordTimeout(receiver: Upstream, began: number): boolean {
    const standing = this.#of(receiver);
    if (!standing) return false;
    standing.isTried = false;
    if (standing.answeredAt > began) return false;
    const isNew = standing.failures === 0;
    // Those that were under way together are one failure.
    if (performance.now() < standing.restsUntil) return false;
    if (isNew || performance.now() - standing.silentSince > msUntilPacket)
      standing.silentSince = performance.now();
    standing.failures += 1;
    standing.restsUntil = performance.now() + backoffDelay(standing.failures, backoff);
    return isNew;
  }

  #of(receiver: Upstream): Standing | undefined {
    return this.#standings.find((standing) => standing.receiver === receiver);
  }
}
