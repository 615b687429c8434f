import type { DeviceStep } from '../gateway/job.ts';
import type { Clock, Timer } from '../runtime/clock.ts';
import type { Watchdog } from '../runtime/watchdog.ts';

/** Time without an end after which a step waits for its device: it uses a socket, and no slot any more. */
const waitingAfterMs = 500;
/** Steps that wait without a slot, for each slot. Beyond them a step keeps its slot. */
const waitingPerSlot = 32;
/** Share of the slots for devices that did not answer the last time. */
const silentShare = 0.25;

interface Parts {
  readonly clock: Pick<Clock, 'setTimer'>;
  readonly watchdog: Watchdog;
}

/** A limited number of slots for work on devices. Work that waits for a device or a start time does not hold a slot. */
export class Slots {
  readonly parts: Parts;
  readonly #total: number;
  readonly #onFree: () => void;
  readonly #queue: (() => void)[] = [];
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
    return Math.max(0, this.#total - this.#held - this.#queue.length);
  }

  /** Slots for new work on devices that did not answer the last time. */
  get freeForSilent(): number {
    const share = Math.max(1, Math.floor(this.#total * silentShare));
    return Math.max(0, Math.min(this.free, share - this.#heldBySilent));
  }

  /** Takes one of the free slots. */
  take(isSilent: boolean): Slot {
    this.#held += 1;
    if (isSilent) this.#heldBySilent += 1;
    return new Slot(this, isSilent);
  }

  /** Resolves when a slot has been taken for work that had given its own back. */
  async retake(isSilent: boolean): Promise<void> {
    if (this.free === 0) await new Promise<void>((resolve) => this.#queue.push(resolve));
    else this.#held += 1;
    if (isSilent) this.#heldBySilent += 1;
  }

  /** Gives a slot back. It passes on to the work in progress that has waited longest. */
  giveBack(isSilent: boolean): void {
    const next = this.#queue.shift();
    if (isSilent) this.#heldBySilent -= 1;
    if (next) next();
    else {
      this.#held -= 1;
      this.#onFree();
    }
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

/** The slot of one transaction or poll, from its start to its end. */
export class Slot {
  readonly #slots: Slots;
  readonly #isSilent: boolean;
  #isHeld = true;
  #isWaiting = false;

  constructor(slots: Slots, isSilent: boolean) {
    this.#slots = slots;
    this.#isSilent = isSilent;
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
    if (!this.#isHeld) return;
    this.#isHeld = false;
    this.#slots.giveBack(this.#isSilent);
  }

  async #hold(): Promise<void> {
    if (this.#isHeld) return;
    await this.#slots.retake(this.#isSilent);
    this.#isHeld = true;
  }
}
