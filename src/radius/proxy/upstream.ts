import {
  recordUpstreamState,
  type StoredUpstream,
  type UpstreamStateChange,
} from '../../aaa/proxy/upstream-store.ts';
import { asFault, Fault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { statusServerRequest } from '../../protocol/radius/request-encoder.ts';
import { backoffDelay } from '../../runtime/backoff.ts';
import type { Timer } from '../../runtime/clock.ts';
import type {
  VerifiedReply,
  OutboundRequest,
  ServerTransport,
} from '../../protocol/radius/server-transport.ts';
import { UpstreamSigning } from './upstream-signing.ts';
import type { UpstreamTiming } from './upstream-timing.ts';

/** Service of an upstream; over UDP each has its own port. */
export type UpstreamService = 'auth' | 'acct';
export type UpstreamState = UpstreamStateChange['state'];

interface UpstreamContext {
  readonly gateway: Pick<Gateway, 'store' | 'log' | 'now' | 'clock'>;
  readonly timing: UpstreamTiming;
  readonly openTransport: (
    service: UpstreamService,
    signing: UpstreamSigning,
  ) => Promise<ServerTransport>;
  /** Called with the result of every request. */
  readonly onResult: (isAnswered: boolean) => void;
}

type UpstreamRequest = Pick<OutboundRequest, 'code' | 'encodeAttributes'>;

/** A reply, and the secret that hides its values. */
export type UpstreamReply = VerifiedReply & Pick<ServerTransport, 'secret'>;

/** A home server: its transports, and its state. */
export class Upstream {
  readonly row: StoredUpstream;
  readonly #context: UpstreamContext;
  readonly #signing: UpstreamSigning;
  readonly #transports = new Map<UpstreamService, Promise<ServerTransport>>();
  readonly #pending = new Set<AbortController>();
  #state: UpstreamState = 'unknown';
  #repliedAt = -Infinity;
  #downSince = 0;
  #supportsStatusServer = false;
  #probeTimer: Timer | undefined;
  #stateWrites: Promise<void> = Promise.resolve();
  #isOpen = true;

  constructor(row: StoredUpstream, context: UpstreamContext) {
    this.row = row;
    this.#context = context;
    this.#signing = new UpstreamSigning(context.gateway, row);
  }

  get state(): UpstreamState {
    return this.#state;
  }

  /** The service that determines the state. */
  get #mainService(): UpstreamService {
    const { handlesAuthentication, handlesPortalAuthentication } = this.row;
    return handlesAuthentication || handlesPortalAuthentication ? 'auth' : 'acct';
  }

  /**
   * Sends a request, and updates the state by its result.
   *
   * @param timeoutMs  time to wait for the reply; default: as long as the transport waits
   * @returns          null: no reply arrived in time, or there is no connection now
   * @throws Fault `overloaded` too many requests are pending; `unavailable` the upstream is closed; `invalid` the
   *   attributes do not fit into a packet
   */
  async sendRequest(
    service: UpstreamService,
    request: UpstreamRequest,
    timeoutMs?: number,
  ): Promise<UpstreamReply | null> {
    const sentAt = this.#context.gateway.clock.monotonicMs();
    try {
      const reply = await this.#exchange(service, request, timeoutMs);
      this.#context.onResult(reply !== null);
      if (reply && service === 'auth') this.#signing.recordReply(reply.packet);
      if (reply) this.#recordReply();
      // A reply to another request since then shows that the upstream is up.
      else if (this.#repliedAt < sentAt) this.#recordFailure(service, this.#signing.takeFailure());
      return reply;
    } catch (error) {
      const fault = asFault(error);
      if (!fault || !isPeerFault(fault) || !this.#isOpen) throw error;
      this.#context.onResult(false);
      this.#recordFailure(service, fault.message);
      return null;
    }
  }

  async close(): Promise<void> {
    this.#isOpen = false;
    this.#probeTimer?.cancel();
    for (const request of this.#pending)
      request.abort(new Fault('unavailable', `upstream ${this.row.name} is closed`));
    const transports = await Promise.allSettled(this.#transports.values());
    await Promise.all(
      transports.flatMap((opened) => (opened.status === 'fulfilled' ? [opened.value.close()] : [])),
    );
  }

  async #exchange(
    service: UpstreamService,
    request: UpstreamRequest,
    timeoutMs?: number,
  ): Promise<UpstreamReply | null> {
    const abort = new AbortController();
    const timeout = new Fault('timeout', 'no reply');
    const timer = this.#context.gateway.clock.setTimer(timeoutMs ?? maxTimeoutMs, () => {
      abort.abort(timeout);
    });
    this.#pending.add(abort);
    try {
      const transport = await this.#transportOf(service);
      const reply = await transport.sendRequest({ ...request, signal: abort.signal });
      return reply && { ...reply, secret: transport.secret };
    } catch (error) {
      if (error === timeout) return null;
      throw error;
    } finally {
      timer.cancel();
      this.#pending.delete(abort);
    }
  }

  async #transportOf(service: UpstreamService): Promise<ServerTransport> {
    if (!this.#isOpen) throw new Fault('unavailable', `upstream ${this.row.name} is closed`);
    const opened = this.#transports.get(service);
    if (opened) return opened;
    const opening = this.#context.openTransport(service, this.#signing);
    this.#transports.set(service, opening);
    opening.catch(() => this.#transports.delete(service));
    return opening;
  }

  #recordReply(): void {
    this.#repliedAt = this.#context.gateway.clock.monotonicMs();
    this.#probeTimer?.cancel();
    this.#setState('up', null);
  }

  /** Marks the upstream down, unless only its second service has failed: one of two ports may be closed. */
  #recordFailure(service: UpstreamService, reason: string): void {
    if (this.#state === 'down' || service !== this.#mainService || !this.#isOpen) return;
    this.#downSince = this.#context.gateway.clock.monotonicMs();
    this.#setState('down', reason);
    this.#scheduleProbe(1);
  }

  #scheduleProbe(failures: number): void {
    const { gateway, timing } = this.#context;
    const backoff = { initialMs: timing.firstProbeMs, maxMs: timing.maxProbeMs };
    this.#probeTimer?.cancel();
    this.#probeTimer = gateway.clock
      .setTimer(backoffDelay(failures, backoff), () => void this.#probe(failures))
      .unref();
  }

  /** Sends a Status-Server, which is a new request each time (RFC 5997). */
  async #probe(failures: number): Promise<void> {
    const { gateway, timing } = this.#context;
    const reply = await this.#exchange(this.#mainService, statusServerRequest).catch(() => null);
    if (!this.#isOpen || this.#state !== 'down') return;
    const downMs = gateway.clock.monotonicMs() - this.#downSince;
    if (reply) {
      this.#supportsStatusServer = true;
      this.#recordReply();
    } else if (!this.#supportsStatusServer && downMs > timing.reviveIntervalMs)
      this.#setState('unknown', this.#signing.takeFailure());
    else this.#scheduleProbe(failures + 1);
  }

  /** Each gateway has its own state; the row shows the last change of any. The write is not awaited. */
  #setState(state: UpstreamState, error: string | null): void {
    if (this.#state === state) return;
    this.#state = state;
    const { store, log, now } = this.#context.gateway;
    log[state === 'down' ? 'warn' : 'info'](
      { upstream: this.row.name, state, error },
      'RADIUS upstream changed its state',
    );
    const change = { state, at: now(), error };
    // Writes are chained, so that the last state is stored last.
    this.#stateWrites = this.#stateWrites
      .then(() => recordUpstreamState(store, this.row.id, change))
      .catch((writeError: unknown) => {
        log.debug(
          { upstream: this.row.name, err: writeError },
          'RADIUS proxy: cannot record the state of an upstream',
        );
      });
  }
}

/** Longer than any transport waits. */
const maxTimeoutMs = 60_000;

function isPeerFault({ kind }: Fault): boolean {
  return ['unreachable', 'timeout', 'refused', 'rejected', 'garbled', 'unsupported'].includes(kind);
}
