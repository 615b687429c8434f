import { asFault, Fault } from '../../errors.ts';
import type { Gateway } from '../../gateway.ts';
import { statusServerRequest } from '../../protocol/radius/request-encoder.ts';
import { backoffDelay } from '../../runtime/backoff.ts';
import type {
  VerifiedReply,
  OutboundRequest,
  ServerTransport,
} from '../../protocol/radius/server-transport.ts';
import type { UpstreamRow } from './upstream-rows.ts';
import type { UpstreamTiming } from './upstream-timing.ts';

/** Over UDP each has a port of its own. */
export type UpstreamService = 'auth' | 'acct';
export type UpstreamState = 'unknown' | 'up' | 'down';

interface UpstreamContext {
  readonly gateway: Pick<Gateway, 'store' | 'log' | 'now'>;
  readonly timing: UpstreamTiming;
  readonly openTransport: (service: UpstreamService) => Promise<ServerTransport>;
  /** Told of every request that was asked, and whether it was answered. */
  readonly onResult: (isAnswered: boolean) => void;
}

type Asked = Pick<OutboundRequest, 'code' | 'encodeAttributes'>;

/** A reply, and the secret by which its values are hidden. */
export type UpstreamReply = VerifiedReply & Pick<ServerTransport, 'secret'>;

/** Another RADIUS server: the ways to it, and whether it answers. */
export class Upstream {
  readonly row: UpstreamRow;
  readonly #means: UpstreamContext;
  readonly #routes = new Map<UpstreamService, Promise<ServerTransport>>();
  readonly #outstanding = new Set<AbortController>();
  #state: UpstreamState = 'unknown';
  #heardAt = -Infinity;
  #downAt = 0;
  #knowsStatusServer = false;
  #probe: NodeJS.Timeout | undefined;
  #written: Promise<unknown> = Promise.resolve();
  #isOpen = true;

  constructor(row: UpstreamRow, means: UpstreamContext) {
    this.row = row;
    this.#means = means;
  }

  get state(): UpstreamState {
    return this.#state;
  }

  get #leading(): UpstreamService {
    return this.row.handlesAuthentication ? 'auth' : 'acct';
  }

  /**
   * Asks, and learns from it whether the upstream is there.
   *
   * @param patienceMs  until silence is taken for an answer; left out: as long as the way takes
   * @returns           null where no answer came, or there is no way to it now
   * @throws Fault `overloaded` too many requests are outstanding; `unavailable` it is being closed; `invalid` the
   *   attributes fit into no packet
   */
  async sendRequest(
    service: UpstreamService,
    question: Asked,
    patienceMs?: number,
  ): Promise<UpstreamReply | null> {
    const began = performance.now();
    try {
      const answer = await this.#exchange(service, question, patienceMs);
      this.#means.onResult(answer !== null);
      if (answer) this.#heard();
      // It may be there and have nothing to say to this request.
      else if (this.#heardAt < began) this.#silent(service, 'no answer');
      return answer;
    } catch (error) {
      const fault = asFault(error);
      if (!fault || !isOfPeer(fault) || !this.#isOpen) throw error;
      this.#means.onResult(false);
      this.#silent(service, fault.message);
      return null;
    }
  }

  async close(): Promise<void> {
    this.#isOpen = false;
    clearTimeout(this.#probe);
    for (const patience of this.#outstanding)
      patience.abort(new Fault('unavailable', `upstream ${this.row.name} is closed`));
    const routes = await Promise.allSettled(this.#routes.values());
    await Promise.all(
      routes.flatMap((route) => (route.status === 'fulfilled' ? [route.value.close()] : [])),
    );
  }

  async #exchange(
    service: UpstreamService,
    question: Asked,
    patienceMs?: number,
  ): Promise<UpstreamReply | null> {
    const patience = new AbortController();
    const tooLate = new Fault('timeout', 'no answer');
    const timer = setTimeout(() => {
      patience.abort(tooLate);
    }, patienceMs ?? longestMs);
    this.#outstanding.add(patience);
    try {
      const route = await this.#route(service);
      const answer = await route.sendRequest({ ...question, signal: patience.signal });
      return answer && { ...answer, secret: route.secret };
    } catch (error) {
      if (error === tooLate) return null;
      throw error;
    } finally {
      clearTimeout(timer);
      this.#outstanding.delete(patience);
    }
  }

  async #route(service: UpstreamService): Promise<ServerTransport> {
    if (!this.#isOpen) throw new Fault('unavailable', `upstream ${this.row.name} is closed`);
    const known = this.#routes.get(service);
    if (known) return known;
    const opening = this.#means.openTransport(service);
    this.#routes.set(service, opening);
    opening.catch(() => this.#routes.delete(service));
    return opening;
  }

  #heard(): void {
    this.#heardAt = performance.now();
    clearTimeout(this.#probe);
    this.#become('up', null);
  }

  /** Of two ports one may be closed: the state is that of authentication, where it is asked for that. */
  #silent(service: UpstreamService, why: string): void {
    if (this.#state === 'down' || service !== this.#leading || !this.#isOpen) return;
    this.#downAt = performance.now();
    this.#become('down', why);
    this.#scheduleProbe(1);
  }

  #scheduleProbe(failures: number): void {
    const { firstProbeMs, maxProbeMs } = this.#means.timing;
    clearTimeout(this.#probe);
    this.#probe = setTimeout(
      () => void this.#look(failures),
      backoffDelay(failures, { initialMs: firstProbeMs, maxMs: maxProbeMs }),
    ).unref();
  }

  /** Asks with Status-Server whether it is there again (RFC 5997); each time a new request, at growing intervals. */
  async #look(failures: number): Promise<void> {
    const { reviveIntervalMs } = this.#means.timing;
    const answer = await this.#exchange(this.#leading, statusServerRequest).catch(() => null);
    if (!this.#isOpen || this.#state !== 'down') return;
    if (answer) {
      this.#knowsStatusServer = true;
      this.#heard();
    } else if (!this.#knowsStatusServer && performance.now() - this.#downAt > reviveIntervalMs)
      this.#become('unknown', 'no answer');
    else this.#scheduleProbe(failures + 1);
  }

  /** Each gateway knows its own; the row shows whose changed last. Nobody waits for it. */
  #become(state: UpstreamState, why: string | null): void {
    if (this.#state === state) return;
    this.#state = state;
    const { store, log, now } = this.#means.gateway;
    log[state === 'down' ? 'warn' : 'info'](
      { upstream: this.row.name, state, why },
      'RADIUS upstream changed its state',
    );
    const values = { state, state_since: now().getTime(), last_error: why };
    const update = store.db.updateTable('aaa_upstream').set(values).where('id', '=', this.row.id);
    // One after the other: the last state must be the one that stays.
    this.#written = this.#written
      .then(() => store.write([update]))
      .catch((error: unknown) => {
        log.debug({ upstream: this.row.name, err: error }, 'the state of an upstream was not kept');
      });
  }
}

/** More than any way takes by itself. */
const longestMs = 60_000;

function isOfPeer({ kind }: Fault): boolean {
  return ['unreachable', 'timeout', 'refused', 'rejected', 'garbled', 'unsupported'].includes(kind);
}
