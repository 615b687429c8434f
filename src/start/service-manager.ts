import { execFile } from 'node:child_process';
import type { Logger } from 'pino';
import type { Clock, Timer } from '../runtime/clock.ts';
import type { Store } from '../store/store.ts';

/** Time limit of systemd-notify, which waits until systemd has received its message. */
const notifyMs = 5000;

/** The parts of the gateway that a report needs. */
export interface Reported {
  readonly store: Pick<Store, 'checkWritable'>;
  readonly clock: Pick<Clock, 'setTimer'>;
  readonly log: Logger;
}

/**
 * Reports the state of the gateway to systemd, for a unit with `Type=notify` and `WatchdogSec`. Node has no Unix
 * datagram sockets, so systemd-notify sends the messages. Does nothing without a service manager.
 */
export class ServiceManager {
  readonly #gateway: Reported;
  readonly #environment: NodeJS.ProcessEnv;
  #timer: Timer | null = null;
  #isStopping = false;

  constructor(gateway: Reported, environment: NodeJS.ProcessEnv) {
    this.#gateway = gateway;
    this.#environment = environment;
  }

  /** Reports that the gateway is ready, and starts to feed the watchdog. */
  async ready(status: string): Promise<void> {
    if (this.#environment['NOTIFY_SOCKET'] === undefined) return;
    await this.#notify(['READY=1', `STATUS=${status}`]);
    // Thrice in the time of the watchdog: one message may be late.
    const everyMs = Number(this.#environment['WATCHDOG_USEC'] ?? 0) / 3000;
    if (everyMs > 0) this.#scheduleFeed(everyMs, status);
  }

  /** Reports that the gateway stops, and ends feeding the watchdog. */
  async stopping(): Promise<void> {
    this.#isStopping = true;
    this.#timer?.cancel();
    if (this.#environment['NOTIFY_SOCKET'] !== undefined)
      await this.#notify(['STOPPING=1', 'STATUS=stopping']);
  }

  #scheduleFeed(everyMs: number, status: string): void {
    if (this.#isStopping) return;
    this.#timer = this.#gateway.clock
      .setTimer(everyMs, () => {
        void this.#feed(status).then(() => {
          this.#scheduleFeed(everyMs, status);
        });
      })
      .unref();
  }

  /**
   * Feeds the watchdog after an answer of the writer; the timer itself shows that the event loop runs. A restart helps only a
   * store that does not answer, not one that refuses writes, as on a full disk. PostgreSQL has time limits of its own.
   */
  async #feed(status: string): Promise<void> {
    const state = await this.#gateway.store.checkWritable().then(
      () => status,
      (error: unknown) => `not ready: ${error instanceof Error ? error.message : String(error)}`,
    );
    if (!this.#isStopping) await this.#notify(['WATCHDOG=1', `STATUS=${state}`]);
  }

  async #notify(assignments: readonly string[]): Promise<void> {
    const options = { env: this.#environment, timeout: notifyMs };
    const error = await new Promise<Error | null>((resolve) => {
      execFile('systemd-notify', ['--', ...assignments], options, resolve);
    });
    if (error) this.#gateway.log.warn({ err: error }, 'systemd cannot be notified');
  }
}
