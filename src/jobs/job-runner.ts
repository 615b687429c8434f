import { setTimeout as sleep } from 'node:timers/promises';
import { asFault, type FaultKind } from '../errors.ts';
import type { Gateway } from '../gateway.ts';
import { settleDeviceLogEntry } from '../inventory/device/device-log.ts';
import type { Job, JobQueue } from '../job.ts';
import {
  updateClaimedTransaction,
  claimTransactions,
  findEndedTransactions,
  releaseTransactions,
  renewLeases,
  type ClaimedTransaction,
} from './transaction-lease.ts';
import { TransactionWaiters } from './transaction-waiters.ts';
import { parseJsonColumn } from '../store/store.ts';

const lookEveryMs = 1000;
const stopWithinMs = 8000;

/**
 * Runs transactions: as many at a time as configured, one at a time for each device. What is under way is leased, so
 * that another gateway on the same store takes it over when this one dies.
 */
export class JobRunner implements JobQueue {
  readonly #kinds: ReadonlyMap<string, Job>;
  readonly #owner: string;
  readonly #running = new Map<
    string,
    { readonly stop: AbortController; readonly done: Promise<void> }
  >();
  readonly #waiters = new TransactionWaiters();
  #wake: () => void = () => undefined;
  #stopped = false;
  #loop: Promise<void> = Promise.resolve();
  /** Fault of the last look for work: the runner is not ready while the store refuses it. */
  #trouble: unknown = null;

  constructor(kinds: readonly Job[], owner: string) {
    this.#kinds = new Map(kinds.map((job) => [job.kind, job]));
    this.#owner = owner;
  }

  async start(gateway: Gateway): Promise<void> {
    await releaseTransactions(gateway, this.#owner);
    this.#loop = this.#work(gateway);
  }

  wake(): void {
    this.#wake();
  }

  waitUntilEnded(id: string, timeoutMs: number): Promise<void> {
    return this.#waiters.wait(id, timeoutMs);
  }

  checkReady(): void {
    if (this.#trouble)
      throw new Error(
        this.#trouble instanceof Error ? this.#trouble.message : 'cannot look for work',
      );
  }

  /** Takes nothing more; what is under way may end, then it is cut off and left for the next start. */
  async stop(gateway: Gateway): Promise<void> {
    this.#stopped = true;
    this.#waiters.releaseAll();
    this.#wake();
    await this.#loop;
    const ending = Promise.all([...this.#running.values()].map(({ done }) => done));
    await Promise.race([ending, sleep(stopWithinMs, undefined, { ref: false })]);
    for (const { stop } of this.#running.values()) stop.abort();
    await Promise.race([ending, sleep(1000, undefined, { ref: false })]);
    await releaseTransactions(gateway, this.#owner);
  }

  async #work(gateway: Gateway): Promise<void> {
    const leaseMs = gateway.config.jobs.lease_seconds * 1000;
    let renewAt = performance.now() + leaseMs / 3;
    while (!this.#stopped) {
      const woken = new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      try {
        await this.#take(gateway, leaseMs);
        await this.#noticeEnded(gateway);
        if (performance.now() > renewAt) {
          await this.#renew(gateway, leaseMs);
          renewAt = performance.now() + leaseMs / 3;
        }
        this.#trouble = null;
      } catch (error) {
        if (!this.#trouble) gateway.log.error({ err: error }, 'cannot look for work');
        this.#trouble = error;
      }
      await Promise.race([woken, sleep(lookEveryMs)]);
    }
  }

  async #take(gateway: Gateway, leaseMs: number): Promise<void> {
    const free = gateway.config.jobs.concurrency - this.#running.size;
    if (free <= 0) return;
    const lease = { owner: this.#owner, until: gateway.now().getTime() + leaseMs };
    for (const claimed of await claimTransactions(gateway, lease, free)) {
      const stop = new AbortController();
      const done = this.#run(gateway, claimed, stop.signal).finally(() => {
        this.#running.delete(claimed.id);
        this.#waiters.notifyEnded(claimed.id);
        this.#wake();
      });
      this.#running.set(claimed.id, { stop, done });
    }
  }

  /** Others on the same store may have done what somebody waits for here. */
  async #noticeEnded(gateway: Gateway): Promise<void> {
    const elsewhere = this.#waiters.transactionIds.filter((id) => !this.#running.has(id));
    if (elsewhere.length === 0) return;
    for (const id of await findEndedTransactions(gateway, elsewhere)) this.#waiters.notifyEnded(id);
  }

  /** What was lost to another owner is stopped here. */
  async #renew(gateway: Gateway, leaseMs: number): Promise<void> {
    if (this.#running.size === 0) return;
    const ours = await renewLeases(gateway, {
      owner: this.#owner,
      until: gateway.now().getTime() + leaseMs,
    });
    for (const [id, { stop }] of this.#running) if (!ours.has(id)) stop.abort();
  }

  async #run(gateway: Gateway, claimed: ClaimedTransaction, signal: AbortSignal): Promise<void> {
    const owned = { id: claimed.id, owner: this.#owner };
    const job = this.#kinds.get(claimed.kind);
    let end: End;
    try {
      if (!job) throw new Error(`no job of kind ${claimed.kind}`);
      const remember = async (progress: Readonly<Record<string, unknown>>) => {
        await gateway.store.write([
          updateClaimedTransaction(gateway, owned, { progress: JSON.stringify(progress) }),
        ]);
      };
      end = { results: await job.run(workOf(claimed, signal, remember), gateway), fault: null };
    } catch (error) {
      if (signal.aborted) return; // cut off: the next owner goes on with it
      end = { results: null, fault: failureOf(gateway, claimed, error) };
    }
    await this.#settle(gateway, owned, end);
  }

  /** The outcome is kept even where the store has to be asked for a while. */
  async #settle(
    gateway: Gateway,
    owned: { id: string; owner: string },
    { results, fault }: End,
  ): Promise<void> {
    const completed_at = gateway.now().getTime();
    const ended = fault
      ? ({ status: 'failed', error_code: fault.code, error_message: fault.message } as const)
      : ({ status: 'completed', results: JSON.stringify(results) } as const);
    for (let attempt = 0; !this.#stopped || attempt < 3; attempt += 1) {
      try {
        await gateway.store.write([
          updateClaimedTransaction(gateway, owned, { ...ended, completed_at }),
          settleDeviceLogEntry(gateway, owned.id, fault),
        ]);
        return;
      } catch (error) {
        gateway.log.error(
          { err: error, transaction: owned.id },
          'the outcome of a transaction could not be kept',
        );
        if (asFault(error)?.kind === 'conflict') return;
        await sleep(lookEveryMs);
      }
    }
  }
}

interface End {
  readonly results: Readonly<Record<string, unknown>> | null;
  readonly fault: { readonly code: FaultKind | 'internal'; readonly message: string } | null;
}

function workOf(
  claimed: ClaimedTransaction,
  signal: AbortSignal,
  remember: (progress: Readonly<Record<string, unknown>>) => Promise<void>,
) {
  const { id, device, organization, operation } = claimed;
  return {
    ...{ id, device, organization, operation, signal, saveProgress: remember },
    parameters: parseJsonColumn<Readonly<Record<string, unknown>>>(claimed.parameters),
    progress:
      claimed.progress === null
        ? null
        : parseJsonColumn<Readonly<Record<string, unknown>>>(claimed.progress),
  };
}

function failureOf(
  gateway: Gateway,
  claimed: ClaimedTransaction,
  error: unknown,
): NonNullable<End['fault']> {
  const fault = asFault(error);
  if (fault) return { code: fault.kind, message: fault.message };
  gateway.log.error(
    { err: error, transaction: claimed.id },
    'a transaction failed for a reason that has no name',
  );
  return { code: 'internal', message: 'internal error; the log has the details' };
}
