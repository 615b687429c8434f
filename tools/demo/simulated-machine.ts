import { EventEmitter } from 'node:events';

const bootMs = 5000;

/** The power of a simulated device: how long it has been up, and its way down and up again. */
export class SimulatedMachine extends EventEmitter<{ down: []; up: [] }> {
  readonly mac: string;
  #bootedAt: number;
  #boot: NodeJS.Timeout | null = null;

  /**
   * @param uptimeSeconds  for how long it claims to have been up already
   * @param number         ends its MAC address, of those for documentation (RFC 9542 section 2.1.2)
   */
  constructor({ uptimeSeconds, number }: { uptimeSeconds: number; number: number }) {
    super();
    this.mac = `00:00:5e:00:53:${number.toString(16).padStart(2, '0')}`;
    this.#bootedAt = performance.now() - uptimeSeconds * 1000;
  }

  get isUp(): boolean {
    return this.#boot === null;
  }

  get uptimeSeconds(): number {
    return (performance.now() - this.#bootedAt) / 1000;
  }

  /** Goes down immediately and is back after five seconds; no effect while it is down. */
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
