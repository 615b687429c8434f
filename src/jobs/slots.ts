import { tenantOf } from '../contract/caller.ts';
import type { DeviceStep } from '../gateway/job.ts';
import type { Clock, Timer } from '../runtime/clock.ts';
import { Lane } from '../runtime/limit/fair-lane.ts';
import type { Watchdog } from '../runtime/watchdog.ts';

/** Time without an end after which a step waits for its device: it uses a socket, and no slot any more. */
const waitingAfterMs = 500;
/** Steps that wait without a slot, for each slot. Beyond them a step keeps its slot. */
const waitingPerSlot = 32;
/** Share of the slots for devices that did not answer the last time. */
const silentShare = 0.25;

interface Parts {
  readonly clock: Pick<Clock, 'setTimer' | 'monotonicMs'>;
  readonly watchdog: Watchdog;
}

/** Whose work a slot is for, and whether its device did not answer the last time. */
interface SlotWork {
  readonly organization: number;
  readonly isSilent: boolean;
}

/** Steps that wait for a slot, with the accounts of their organizations. */
type Line = Lane<ReturnType<typeof accountOf>>;

/**
 * A limited number of slots for work on devices. Work that waits for a device or a start time does not hold a slot. Its next
 * step waits for one, in turn with those of other organizations: by the time that each has held slots.
 */
export class Slots {
  readonly parts: Parts;
  readonly #total: number;
  readonly #onFree: () => void;
  /** Null: no step waits. */
  #steps: Line | null = null;
  #held = 0;
  #heldBySilent = 0;
  #waiting = 0;

  /** @param onFree  called when a slot is free that no work in progress waits for */
  constructor(parts: Parts, total: number, onFree: () => void) {
    this.parts = parts;
    this.#total = total;
    this.#onFree = onFree;
  }

  /** Slots for new work. */
  get free(): number {
    return Math.max(0, this.#total - this.#held - (this.#steps?.size ?? 0));
  }

  /** Slots for new work on devices that did not answer the last time. */
  get freeForSilent(): number {
    const share = Math.max(1, Math.floor(this.#total * silentShare));
    return Math.max(0, Math.min(this.free, share - this.#heldBySilent));
  }

  /** Takes one of the free slots for new work of an organization. */
  take({ organization }: Pick<SlotWork, 'organization'>, isSilent: boolean): Slot {
    this.#held += 1;
    if (isSilent) this.#heldBySilent += 1;
    return new Slot(this, { organization, isSilent });
  }

  /** True while work in progress waits for a slot, so that none is free for new work. */
  get hasLine(): boolean {
    return this.#steps !== null;
  }

  /** Lets new work wait for its first slot in turn with the work in progress. */
  lineUp({ organization }: Pick<SlotWork, 'organization'>): Slot {
    return new Slot(this, { organization, isSilent: false }, false);
  }

  /** Resolves when a slot has been taken for work that holds none. */
  async retake(work: SlotWork): Promise<void> {
    if (this.free === 0) await this.#turn(work);
    else this.#held += 1;
    if (work.isSilent) this.#heldBySilent += 1;
  }

  #turn(work: SlotWork): Promise<void> {
    const steps = (this.#steps ??= new Lane());
    return new Promise((start) => {
      steps.add({ work: accountOf(work), start });
    });
  }

  /** Gives a slot back. It passes on to the work in progress whose turn it is. */
  giveBack(work: SlotWork, heldMs: number): void {
    if (work.isSilent) this.#heldBySilent -= 1;
    if (this.#steps) this.#passOn(this.#steps, work, heldMs);
    else {
      this.#held -= 1;
      this.#onFree();
    }
  }

  #passOn(steps: Line, work: SlotWork, heldMs: number): void {
    steps.charge(accountOf(work), heldMs);
    const next = steps.take();
    if (steps.size === 0) this.#steps = null;
    next?.start();
  }

  /** @returns false: too many steps wait already */
  startWaiting(): boolean {
    if (this.#waiting >= this.#total * waitingPerSlot) return false;
    this.#waiting += 1;
    return true;
  }

  endWaiting(): void {
    this.#waiting -= 1;
  }
}

function accountOf(work: SlotWork) {
  const tenant = tenantOf(work);
  return { tenant, client: tenant };
}

/** The slot of one transaction or poll, from its start to its end. */
export class Slot {
  readonly #slots: Slots;
  readonly #work: SlotWork;
  /** On the monotonic clock; null: the slot is given back. */
  #heldSince: number | null;
  #isWaiting = false;

  constructor(slots: Slots, work: SlotWork, isHeld = true) {
    this.#slots = slots;
    this.#work = work;
    this.#heldSince = isHeld ? slots.parts.clock.monotonicMs() : null;
  }

  /** Runs a step under its time limit, with a slot until the step waits for its device. @throws as `Watchdog.run` */
  async run<T>(step: DeviceStep, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { clock, watchdog } = this.#slots.parts;
    await this.#hold();
    const startWaiting = () => {
      this.#isWaiting = this.#slots.startWaiting();
      if (this.#isWaiting) this.release();
    };
    const timer: Timer | null =
      step.keepsSlot === true ? null : clock.setTimer(waitingAfterMs, startWaiting);
    try {
      return await watchdog.run(step, work);
    } finally {
      timer?.cancel();
      if (this.#isWaiting) this.#slots.endWaiting();
      this.#isWaiting = false;
    }
  }

  /** Gives the slot back, until the next step or for good. */
  release(): void {
    if (this.#heldSince === null) return;
    const heldMs = this.#slots.parts.clock.monotonicMs() - this.#heldSince;
    this.#heldSince = null;
    this.#slots.giveBack(this.#work, heldMs);
  }

  async #hold(): Promise<void> {
    if (this.#heldSince !== null) return;
    await this.#slots.retake(this.#work);
    this.#heldSince = this.#slots.parts.clock.monotonicMs();
  }
}
