import { EventEmitter } from 'node:events';

const bootMs = 5000;

/** The power of a simulated device: how long it has been up, and its way down and up again. */
export class SimulatedMachine extends EventEmitter<{ down: []; up: [] }> {
  #bootedAt: number;
  #boot: NodeJS.Timeout | null = null;

  /** @param upForSeconds  for how long it claims to have been up already */
  constructor(upForSeconds: number) {
    super();
    this.#bootedAt = performance.now() - upForSeconds * 1000;
  }

  get isUp(): boolean {
    return this.#boot === null;
  }

  get uptimeSeconds(): number {
    return (performance.now() - this.#bootedAt) / 1000;
  }

  /** Goes down at once and is back after five seconds; while it is down, nothing happens. */
  reboot(): void {
    if (!this.isUp) return;
    this.#boot = setTimeout(() => {
      this.#boot = null;
      this.emit('up');
    }, bootMs);
    this.#bootedAt = performance.now();
    this.emit('down');
  }

  /** Cancels a boot that is under way. */
  unplug(): void {
    if (this.#boot !== null) clearTimeout(this.#boot);
  }
}

/** A device whose agent answers on a port of the loopback interface. */
export interface DeviceAgent {
  readonly port: number;
  stop(): Promise<void>;
}
