import { setMaxListeners } from 'node:events';
import { Counter } from 'prom-client';
import {
  claimChanges,
  expediteClientChanges,
  releaseChange,
  postponeChange,
  type ClaimedChange,
} from '../../aaa/coa/authorization-change-queue.ts';
import { findSessionsWithStaleGrant, findSessionsDueForCheck } from '../../aaa/coa/live-session.ts';
import { reauthorize } from '../../aaa/coa/reauthorization.ts';
import { asFault } from '../../errors.ts';
import type { Gateway } from '../../gateway.ts';
import type { PeriodicTask } from '../../job.ts';
import { DynamicClient } from '../../protocol/radius/dynamic-client.ts';
import {
  defaultRetransmission,
  type Retransmission,
} from '../../protocol/radius/retransmission.ts';
import type { RadsecConnections } from '../core/radsec-connections.ts';
import { attemptChange, type AttemptResult, type AttemptContext } from './change-attempt.ts';
import { outcomeStatements, failureStatements } from './change-outcome.ts';
import { ReleasedChanges } from './released-changes.ts';

export interface DynamicAuthorization {
  /** The periodic tasks that find and send changes. */
  readonly tasks: readonly PeriodicTask[];
  /**
   * Aborts the changes in progress; they are sent again after the next start. Call it once the tasks have stopped.
   */
  stop(): Promise<void>;
}

interface Options {
  /** Clients over TLS; left out: none is ever connected. */
  readonly radsecConnections?: RadsecConnections;
  readonly retransmission?: Retransmission;
}

const msBetweenLooks = 200;
const msBetweenScans = 1_000;
const mostUnderWay = 256;
const enoughOfClient = 8;
/** Changes may come to light later than they are stamped: others' clocks differ, and a commit takes its time. */
const overlapMs = 5_000;
const scansBetweenFull = 15;
/** Of a scan; what is left then is found by the next. */
const mostPages = 1_000;

/**
 * Keeps live sessions in step with what their users may do (RFC 5176): looks which sessions are out of date, and tells
 * their NASes what has been written down for them, on behalf of callers and by itself.
 */
export function createDynamicAuthorization(
  gateway: Gateway,
  options: Options = {},
): DynamicAuthorization {
  return new Teller(gateway, options);
}

class Teller implements DynamicAuthorization {
  readonly #gateway: Gateway;
  readonly #means: AttemptContext;
  readonly #passed: ReleasedChanges;
  readonly #stop = new AbortController();
  readonly #underWay = new Map<Promise<void>, number>();
  readonly tasks: readonly PeriodicTask[];
  readonly #outcomes: Counter;
  #scans = 0;

  constructor(
    gateway: Gateway,
    { radsecConnections, retransmission = defaultRetransmission }: Options,
  ) {
    this.#gateway = gateway;
    // Each change in progress listens to it; Node reports more than ten listeners as a leak.
    setMaxListeners(mostUnderWay, this.#stop.signal);
    this.#passed = new ReleasedChanges(gateway);
    const dropped = (why: string, from: object) => {
      gateway.log.debug({ why, from }, 'a datagram that answers no CoA or Disconnect was dropped');
    };
    const client = new DynamicClient({
      hosts: gateway.config.radius.host,
      onDropped: dropped,
      retransmission,
    });
    const { timeoutMs } = retransmission;
    this.#means = {
      gateway,
      client,
      radsecConnections: radsecConnections ?? null,
      patienceMs: timeoutMs,
      signal: this.#stop.signal,
    };
    radsecConnections?.onConnect((id) => {
      this.#hasten(id);
    });
    this.#outcomes = new Counter({
      name: 'gatehouse_authorization_changes_total',
      help: 'Disconnect and CoA requests to NASes',
      labelNames: ['kind', 'outcome'],
      registers: [gateway.metrics],
    });
    this.tasks = [
      {
        name: 'limits of live sessions',
        intervalMs: msBetweenLooks,
        failureMessage: 'RADIUS CoA: cannot check live sessions; retrying',
        run: () => this.#look(),
      },
      {
        name: 'authorization changes',
        intervalMs: msBetweenLooks,
        failureMessage: 'RADIUS CoA: cannot read pending changes; retrying',
        run: () => this.#work(),
      },
      {
        name: 'stale grants',
        intervalMs: msBetweenScans,
        failureMessage: 'RADIUS CoA: cannot search for sessions with a stale grant; retrying',
        run: (signal) => this.#scan(signal),
      },
    ];
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.allSettled(this.#underWay.keys());
    await this.#means.client.close();
  }

  async #look(): Promise<undefined> {
    const { store, now } = this.#gateway;
    await reauthorize(this.#gateway, await findSessionsDueForCheck(store, now()));
  }

  /** At first, and again and again, all sessions; in between those of what has changed lately. */
  async #scan(signal: AbortSignal): Promise<undefined> {
    const { store, now } = this.#gateway;
    const since =
      this.#scans % scansBetweenFull === 0 ? null : new Date(now().getTime() - overlapMs);
    for (let page = 0; page < mostPages && !signal.aborted; page += 1) {
      const found = await findSessionsWithStaleGrant(store, since);
      if (found.length === 0) break;
      await reauthorize(this.#gateway, found);
    }
    this.#scans += 1;
  }

  async #work(): Promise<undefined> {
    const most = mostUnderWay - this.#underWay.size;
    if (most <= 0) return;
    const room = { limit: most, busyClients: this.#busy(), releasedIds: this.#passed.ids };
    for (const change of await claimChanges(this.#gateway, room)) this.#begin(change);
  }

  #busy(): number[] {
    const counts = new Map<number, number>();
    for (const client of this.#underWay.values()) counts.set(client, (counts.get(client) ?? 0) + 1);
    return [...counts.keys()].filter((client) => (counts.get(client) ?? 0) >= enoughOfClient);
  }

  #begin(change: ClaimedChange): void {
    const telling = this.#tell(change)
      .catch((error: unknown) => {
        // Somebody else has it by now, or the store is away: then it is due again when its claim runs out.
        if (asFault(error)?.kind !== 'conflict')
          this.#gateway.log.error(
            { err: error, change: change.id },
            'the outcome of an authorization change could not be kept',
          );
      })
      .finally(() => this.#underWay.delete(telling));
    this.#underWay.set(telling, change.client);
  }

  async #tell(change: ClaimedChange): Promise<void> {
    await this.#gateway.store.write(await this.#outcomeOf(change));
  }

  async #outcomeOf(change: ClaimedChange): Promise<ReturnType<typeof outcomeStatements>> {
    const gateway = this.#gateway;
    try {
      const outcome = await attemptChange(change, this.#means);
      if (outcome?.outcome === 'unreachable' && (await this.#isPassed(change)))
        return [releaseChange(gateway, change)];
      this.#note(change, outcome);
      return outcomeStatements(gateway, change, outcome);
    } catch (error) {
      if (this.#stop.signal.aborted)
        return [postponeChange(gateway, change, { at: gateway.now().getTime() })];
      this.#outcomes.inc({ kind: change.kind, outcome: 'failed' });
      gateway.log.warn(
        { err: error, change: change.id, session: change.session },
        'a NAS could not be asked to change a session',
      );
      return failureStatements(gateway, change, error);
    }
  }

  #isPassed(change: ClaimedChange): Promise<boolean> {
    const own = [...this.#underWay.values()].filter((client) => client === change.client);
    return this.#passed.releaseOnce(change, own.length);
  }

  /** Who was away and is there again is asked now, not when it would be tried again. */
  #hasten(client: number): void {
    this.#gateway.store
      .write([expediteClientChanges(this.#gateway, client)])
      .catch((error: unknown) => {
        this.#gateway.log.debug(
          { err: error, client },
          'what a client is to be asked waits for its time',
        );
      });
  }

  #note(change: ClaimedChange, outcome: AttemptResult): void {
    const { kind, trigger, session, client, username } = change;
    this.#outcomes.inc({ kind, outcome: outcome?.outcome ?? 'canceled' });
    const level = outcome && outcome.outcome !== 'acknowledged' ? 'warn' : 'debug';
    this.#gateway.log[level](
      { kind, trigger, session, client, username, ...outcome },
      'a NAS was asked to change a session',
    );
  }
}
