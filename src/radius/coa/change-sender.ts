import { setMaxListeners } from 'node:events';
import { Counter } from 'prom-client';
import {
  claimChanges,
  maxChangesPerClient,
  postponeChange,
  releaseChange,
  type ClaimedChange,
} from '../../aaa/coa/authorization-change-queue.ts';
import { asFault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { PeriodicTask } from '../../gateway/job.ts';
import { DynamicClient } from '../../protocol/radius/dynamic-client.ts';
import type { Retransmission } from '../../protocol/radius/retransmission.ts';
import type { RadsecConnections } from '../core/radsec-connections.ts';
import { attemptChange, type AttemptResult, type AttemptContext } from './change-attempt.ts';
import { outcomeStatements, failureStatements } from './change-outcome.ts';
import { ReleasedChanges } from './released-changes.ts';

export interface ChangeSenderOptions {
  /** Connections of RadSec clients; null: RADIUS is served over UDP only. */
  readonly radsecConnections: RadsecConnections | null;
  readonly retransmission: Retransmission;
}

const claimIntervalMs = 200;
const maxInProgress = 256;

/** Claims authorization changes, sends them to the NASes, and records their outcome. */
export class ChangeSender {
  readonly #gateway: Gateway;
  readonly #context: AttemptContext;
  readonly #released: ReleasedChanges;
  readonly #stop = new AbortController();
  /** Client of each change in progress. */
  readonly #inProgress = new Map<Promise<void>, number>();
  readonly #outcomes: Counter;

  constructor(gateway: Gateway, { radsecConnections, retransmission }: ChangeSenderOptions) {
    this.#gateway = gateway;
    // Each change in progress listens to it; Node reports more than ten listeners as a leak.
    setMaxListeners(maxInProgress, this.#stop.signal);
    this.#released = new ReleasedChanges(gateway);
    const client = new DynamicClient({
      hosts: gateway.config.radius.host,
      retransmission,
      onDropped: (reason, from) => {
        gateway.log.debug(
          { reason, from },
          'RADIUS CoA: dropped a datagram that is no valid reply',
        );
      },
    });
    this.#context = {
      gateway,
      client,
      radsecConnections,
      replyTimeoutMs: retransmission.timeoutMs,
      signal: this.#stop.signal,
    };
    this.#outcomes = new Counter({
      name: 'gatehouse_authorization_changes_total',
      help: 'Disconnect and CoA requests to NASes',
      labelNames: ['kind', 'outcome'],
      registers: [gateway.metrics],
    });
  }

  get tasks(): readonly PeriodicTask[] {
    return [
      {
        name: 'authorization changes',
        intervalMs: claimIntervalMs,
        failureMessage: 'RADIUS CoA: cannot read pending changes; retrying',
        run: () => this.#claim(),
      },
    ];
  }

  /** Aborts the changes in progress; they are sent again after the next start. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.allSettled(this.#inProgress.keys());
    await this.#context.client.close();
  }

  async #claim(): Promise<undefined> {
    const limit = maxInProgress - this.#inProgress.size;
    if (limit <= 0) return;
    const changes = await claimChanges(this.#gateway, {
      limit,
      busyClients: this.#busyClients(),
      releasedIds: this.#released.ids,
    });
    for (const change of changes) this.#begin(change);
  }

  #busyClients(): number[] {
    const counts = new Map<number, number>();
    for (const client of this.#inProgress.values())
      counts.set(client, (counts.get(client) ?? 0) + 1);
    return [...counts].flatMap(([client, count]) => (count >= maxChangesPerClient ? [client] : []));
  }

  #begin(change: ClaimedChange): void {
    const sending = this.#send(change)
      .catch((error: unknown) => {
        // A conflict: another gateway has claimed the change. Otherwise it is due again when the claim expires.
        if (asFault(error)?.kind !== 'conflict')
          this.#gateway.log.error(
            { err: error, change: change.id },
            'RADIUS CoA: cannot record the outcome of a change; sending it again in 60 s',
          );
      })
      .finally(() => this.#inProgress.delete(sending));
    this.#inProgress.set(sending, change.client);
  }

  async #send(change: ClaimedChange): Promise<void> {
    await this.#gateway.store.write(await this.#attempt(change));
  }

  async #attempt(change: ClaimedChange): Promise<ReturnType<typeof outcomeStatements>> {
    const gateway = this.#gateway;
    try {
      const result = await attemptChange(change, this.#context);
      if (result?.outcome === 'unreachable' && (await this.#shouldRelease(change)))
        return [releaseChange(gateway, change)];
      this.#recordResult(change, result);
      return outcomeStatements(gateway, change, result);
    } catch (error) {
      if (this.#stop.signal.aborted)
        return [postponeChange(gateway, change, { at: gateway.now().getTime() })];
      this.#outcomes.inc({ kind: change.kind, outcome: 'failed' });
      gateway.log.warn(
        { err: error, change: change.id, session: change.session },
        'RADIUS CoA: cannot send a change to the NAS',
      );
      return failureStatements(gateway, change, error);
    }
  }

  #shouldRelease(change: ClaimedChange): Promise<boolean> {
    const ofClient = [...this.#inProgress.values()].filter((client) => client === change.client);
    return this.#released.releaseOnce(change, ofClient.length);
  }

  #recordResult(change: ClaimedChange, result: AttemptResult): void {
    const { kind, trigger, session, client, username } = change;
    this.#outcomes.inc({ kind, outcome: result?.outcome ?? 'canceled' });
    const level = result && result.outcome !== 'acknowledged' ? 'warn' : 'debug';
    this.#gateway.log[level](
      { kind, trigger, session, client, username, ...result },
      'RADIUS CoA: sent a change to the NAS',
    );
  }
}
