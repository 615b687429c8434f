import { setTimeout as sleep } from 'node:timers/promises';
import { Counter } from 'prom-client';
import { asFault, type FaultKind } from '../contract/errors.ts';
import type { Gateway, JobQueue } from '../gateway/gateway.ts';
import { settleDeviceLogEntry } from '../inventory/transaction/device-log.ts';
import { countSilence } from '../inventory/device/device-status.ts';
import { expireTransactions } from '../inventory/transaction/transaction-end.ts';
import { waitForDevice } from '../inventory/transaction/transaction-wait.ts';
import type { Job, JobResults, PeriodicTask } from '../gateway/job.ts';
import type { Clock } from '../runtime/clock.ts';
import { WakeUp } from '../runtime/periodic-task.ts';
import type { Statement } from '../store/store.ts';
import {
  updateClaimedTransaction,
  claimTransactions,
  findEndedTransactions,
  releaseTransactions,
  renewLeases,
  type ClaimedTransaction,
  type ClaimLimits,
} from '../inventory/transaction/transaction-lease.ts';
import { jobRunOf, type StartedRun } from './job-run.ts';
import { Slots, type Slot } from './slots.ts';
import { TransactionWaiters } from './transaction-waiters.ts';

const searchIntervalMs = 1000;
const settleRetryMs = 1000;
/** A transaction that met a store which is away is resumed after this time. */
const resumeMs = 2000;
const maxSettleAttemptsWhileStopping = 3;
/** Time that running transactions have to end by themselves when the gateway stops. */
const stopTimeoutMs = 8000;
const abortTimeoutMs = 1000;

/**
 * Runs transactions: as many at a time as configured, one at a time for each device. Transactions that wait for a device or a
 * start time do not count. A transaction that cannot reach its device is repeated at the next contact, until it expires. A
 * running transaction is leased, so that another gateway on the same store takes it over when this gateway dies.
 */
export class JobRunner implements JobQueue {
  readonly #jobs: ReadonlyMap<string, Job>;
  readonly #owner: string;
  readonly #running = new Map<
    string,
    { readonly abort: AbortController; readonly done: Promise<void> }
  >();
  readonly #waiters = new TransactionWaiters();
  readonly #clock: Clock;
  readonly #wakeUp: WakeUp;
  #ended: Counter<'kind' | 'outcome'> | null = null;
  #renewAt = 0;
  #expireAt = 0;
  #isStopped = false;
  /** Error of the last search for transactions: the runner is not ready while the store refuses it. */
  #searchError: unknown = null;

  /** @param owner  name of this gateway among the gateways on the store, the same after every restart */
  constructor(jobs: readonly Job[], owner: string, clock: Clock) {
    this.#jobs = new Map(jobs.map((job) => [job.kind, job]));
    this.#owner = owner;
    this.#clock = clock;
    this.#wakeUp = new WakeUp(clock);
  }

  /** Releases the transactions that this gateway held when it last ended, and returns the task that runs transactions. */
  async start(gateway: Gateway): Promise<PeriodicTask> {
    this.#ended = countEnded(gateway);
    await releaseTransactions(gateway, this.#owner);
    const leaseMs = gateway.config.jobs.lease_seconds * 1000;
    const slots = new Slots(gateway, gateway.config.jobs.concurrency, () => {
      this.wake();
    });
    this.#renewAt = this.#clock.monotonicMs() + leaseMs / 3;
    return {
      name: 'transactions',
      intervalMs: searchIntervalMs,
      wakeUp: this.#wakeUp,
      failureMessage: `cannot search for transactions; retrying every ${searchIntervalMs / 1000} s`,
      run: () => this.#search(gateway, slots, leaseMs),
    };
  }

  wake(): void {
    this.#wakeUp.trigger();
  }

  waitUntilEnded(id: string, timeoutMs: number): Promise<void> {
    return this.#waiters.wait(id, timeoutMs);
  }

  /** @throws Error when the last search for transactions failed */
  checkReady(): void {
    if (!this.#searchError) return;
    const { message } = this.#searchError as Partial<Error>;
    throw new Error(message ?? 'cannot search for transactions');
  }

  /** Resolves every wait immediately, so that no HTTP request delays the stop. */
  releaseWaiters(): void {
    this.#waiters.releaseAll();
  }

  /**
   * Gives running transactions time to end, then aborts them and releases their leases for the next start. Call it once
   * the task of `start` has stopped.
   */
  async stop(gateway: Gateway): Promise<void> {
    this.#isStopped = true;
    const ended = Promise.all([...this.#running.values()].map(({ done }) => done));
    await Promise.race([ended, sleep(stopTimeoutMs, undefined, { ref: false })]);
    for (const { abort } of this.#running.values()) abort.abort();
    await Promise.race([ended, sleep(abortTimeoutMs, undefined, { ref: false })]);
    await releaseTransactions(gateway, this.#owner);
  }

  async #search(gateway: Gateway, slots: Slots, leaseMs: number): Promise<undefined> {
    try {
      await this.#expireIfDue(gateway);
      // First: after a standstill the leases of what runs here have lapsed, and would be claimed as those of a dead gateway.
      await this.#renewIfDue(gateway, leaseMs);
      await this.#claim(gateway, slots, leaseMs);
      await this.#notifyEndedElsewhere(gateway);
      this.#searchError = null;
    } catch (error) {
      this.#searchError = error;
      throw error;
    }
  }

  /** Ends expired transactions, which are not claimed, once in an interval and not at each wake-up. */
  async #expireIfDue(gateway: Gateway): Promise<void> {
    if (this.#clock.monotonicMs() < this.#expireAt) return;
    await expireTransactions(gateway);
    this.#expireAt = this.#clock.monotonicMs() + searchIntervalMs;
  }

  /**
   * Claims for devices that did not answer the last time first: they have a share of the slots, and no more. Of the others,
   * organizations that have half of the slots already come last. While work in progress waits for slots, only organizations
   * without any are claimed for, and wait with it: else those with much work would keep the others from beginning.
   */
  async #claim(gateway: Gateway, slots: Slots, leaseMs: number): Promise<void> {
    const share = Math.max(1, Math.floor(gateway.config.jobs.concurrency / 2));
    const claim = (limits: ClaimLimits) =>
      claimTransactions(
        gateway,
        { owner: this.#owner, until: gateway.now().getTime() + leaseMs },
        limits,
      );
    for (const { isSilent, maxRunning } of [
      { isSilent: true, maxRunning: null },
      { isSilent: false, maxRunning: share },
      { isSilent: false, maxRunning: null },
    ]) {
      const limit = isSilent ? slots.freeForSilent : slots.free;
      if (limit === 0) continue;
      const claimed = await claim({ limit, isSilent, maxRunning });
      for (const transaction of claimed)
        if (!this.#isRunning(transaction))
          this.#start(gateway, transaction, slots.take(transaction, isSilent));
    }
    if (!slots.hasLine) return;
    for (const transaction of await claim({ limit: share, isSilent: false, maxRunning: 1 }))
      if (!this.#isRunning(transaction))
        this.#start(gateway, transaction, slots.lineUp(transaction));
  }

  /**
   * True if a claimed transaction still runs here: its lease has lapsed between two statements. A second run beside the first
   * would send its command again, so the first goes on with the lease that was claimed.
   */
  #isRunning({ id }: ClaimedTransaction): boolean {
    return this.#running.has(id);
  }

  #start(gateway: Gateway, claimed: ClaimedTransaction, slot: Slot): void {
    const abort = new AbortController();
    const run = jobRunOf(gateway, claimed, { owner: this.#owner, slot, signal: abort.signal });
    const done = this.#run(gateway, claimed, run).finally(() => {
      slot.release();
      this.#running.delete(claimed.id);
      this.#waiters.notifyEnded(claimed.id);
      this.wake();
    });
    this.#running.set(claimed.id, { abort, done });
  }

  /** Resolves the waits for transactions that another gateway on the same store has ended. */
  async #notifyEndedElsewhere(gateway: Gateway): Promise<void> {
    const elsewhere = this.#waiters.transactionIds.filter((id) => !this.#running.has(id));
    if (elsewhere.length === 0) return;
    for (const id of await findEndedTransactions(gateway, elsewhere)) this.#waiters.notifyEnded(id);
  }

  /** Renews the leases of running transactions and aborts those whose lease was lost. */
  async #renewIfDue(gateway: Gateway, leaseMs: number): Promise<void> {
    if (this.#clock.monotonicMs() <= this.#renewAt) return;
    if (this.#running.size > 0) {
      const until = gateway.now().getTime() + leaseMs;
      const renewed = await renewLeases(gateway, { owner: this.#owner, until });
      for (const [id, { abort }] of this.#running) if (!renewed.has(id)) abort.abort();
    }
    this.#renewAt = this.#clock.monotonicMs() + leaseMs / 3;
  }

  async #run(gateway: Gateway, claimed: ClaimedTransaction, run: StartedRun): Promise<void> {
    const job = this.#jobs.get(claimed.kind);
    let outcome: Outcome;
    try {
      if (!job) throw new Error(`no job of kind "${claimed.kind}"`);
      outcome = { results: await job.run(run, gateway), fault: null };
    } catch (error) {
      if (run.signal.aborted) return; // the next owner of the lease resumes the transaction
      if (asFault(error)?.kind === 'unavailable') return this.#giveBack(gateway, claimed);
      const results = asFault(error)?.results ?? null;
      outcome = { results, fault: failureOf(gateway, claimed, error) };
    }
    await this.#end(gateway, claimed, { ...outcome, ...waitOf(job, run) });
  }

  async #end(gateway: Gateway, claimed: ClaimedTransaction, ended: Outcome & Wait): Promise<void> {
    const isStored = await this.#settle(gateway, claimed, () =>
      this.#outcomeStatements(gateway, claimed, ended),
    );
    const { kind } = claimed;
    if (isStored) this.#ended?.inc({ kind, outcome: ended.fault?.code ?? 'completed' });
  }

  /** Ends the lease of a transaction whose job met a store that is away, so that it is resumed as after a crash. */
  async #giveBack(gateway: Gateway, claimed: ClaimedTransaction): Promise<void> {
    const owned = { id: claimed.id, owner: this.#owner };
    await this.#settle(gateway, claimed, () => {
      const until = gateway.now().getTime() + resumeMs;
      return Promise.resolve([updateClaimedTransaction(gateway, owned, { lease_until: until })]);
    });
  }

  /** Stores what becomes of a run; retries for as long as the store fails. @returns false: this gateway has lost the lease, or stops */
  async #settle(
    gateway: Gateway,
    claimed: ClaimedTransaction,
    read: () => Promise<readonly Statement[]>,
  ): Promise<boolean> {
    for (
      let attempt = 0;
      !this.#isStopped || attempt < maxSettleAttemptsWhileStopping;
      attempt += 1
    ) {
      try {
        await gateway.store.write(await read());
        return true;
      } catch (error) {
        gateway.log.error(
          { err: error, transaction: claimed.id },
          'cannot store the outcome of a transaction',
        );
        if (asFault(error)?.kind === 'conflict') return false;
        await this.#clock.sleep(settleRetryMs);
      }
    }
    return false;
  }

  /** Returns statements that end a transaction, or let it wait for a device that could not be reached. */
  async #outcomeStatements(
    gateway: Gateway,
    claimed: ClaimedTransaction,
    { results, fault, mayWait, isDeviceWork }: Outcome & Wait,
  ): Promise<readonly Statement[]> {
    const owner = this.#owner;
    if (fault && mayWait && isSilence(fault)) {
      const waiting = await waitForDevice(gateway, claimed, { owner, fault });
      if (waiting.length > 0) return [...waiting, countSilence(gateway, claimed.device)];
    }
    const ended = {
      ...(results && { results: JSON.stringify(results) }),
      ...(fault
        ? ({ status: 'failed', error_code: fault.code, error_message: fault.message } as const)
        : ({ status: 'completed' } as const)),
    };
    return [
      updateClaimedTransaction(
        gateway,
        { id: claimed.id, owner },
        { ...ended, ...endedColumns(gateway) },
      ),
      settleDeviceLogEntry(gateway, claimed.id, fault),
      ...(isDeviceWork && isSilence(fault) ? [countSilence(gateway, claimed.device)] : []),
    ];
  }
}

function countEnded({ metrics }: Gateway): Counter<'kind' | 'outcome'> {
  return new Counter({
    name: 'gatehouse_transaction_runs_total',
    help: 'Runs of transactions by outcome: completed, or the error code; a transaction of an unreachable device may run several times',
    labelNames: ['kind', 'outcome'],
    registers: [metrics],
  });
}

const endedColumns = ({ now }: Gateway) => ({
  completed_at: now().getTime(),
  secret_parameters: null,
});

interface Wait {
  /** Whether a run that did not reach its device may be repeated. */
  readonly mayWait: boolean;
  /** False: the gateway works by itself, and what does not answer is not the device. */
  readonly isDeviceWork: boolean;
}

function waitOf(job: Job | undefined, run: StartedRun): Wait {
  const declared = job?.waitsForDevice;
  const progress = run.lastProgress();
  const { parameters } = run;
  const waits = typeof declared === 'function' ? declared({ parameters, progress }) : declared;
  return {
    mayWait: waits === 'always' || (waits === 'before_progress' && progress === null),
    isDeviceWork: waits !== 'never',
  };
}

interface Outcome {
  readonly results: JobResults | null;
  readonly fault: { readonly code: FaultKind | 'internal'; readonly message: string } | null;
}

/** A device that did not answer a transaction is tried with the silent devices, until it answers. */
function isSilence(fault: Outcome['fault']): boolean {
  return fault?.code === 'timeout' || fault?.code === 'unreachable';
}

function failureOf(
  gateway: Gateway,
  claimed: ClaimedTransaction,
  error: unknown,
): NonNullable<Outcome['fault']> {
  const fault = asFault(error);
  if (fault) return { code: fault.kind, message: fault.message };
  gateway.log.error(
    { err: error, transaction: claimed.id },
    'a transaction failed with an unexpected error',
  );
  return { code: 'internal', message: 'internal error; the log has the details' };
}
