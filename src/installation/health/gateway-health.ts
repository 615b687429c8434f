import type { Finding } from '../../contract/finding.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { Clock } from '../../runtime/clock.ts';
import { CoalescedTask } from '../../runtime/periodic-task.ts';

/** Shortest time between two examinations, whoever asks. */
const intervalMs = 10_000;

interface Examination {
  readonly at: Date;
  readonly findings: readonly Finding[];
}

type Parts = Pick<Gateway, 'config' | 'store' | 'now'>;

/** The health of a gateway and its machine, examined at most every ten seconds. */
export class GatewayHealth {
  #asked: Parts | null = null;
  #last: Examination = { at: new Date(0), findings: [] };
  readonly #task: CoalescedTask;

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#task = new CoalescedTask(() => this.#run(), { intervalMs, clock });
  }

  /** Never fails: a check that throws is a finding. */
  async examine(gateway: Parts): Promise<Examination> {
    this.#asked = gateway;
    await this.#task.runIfDue();
    return this.#last;
  }

  async #run(): Promise<void> {
    if (!this.#asked) return;
    const { config, store, now } = this.#asked;
    // Loaded by the first caller: most of it belongs to commands.
    const [{ healthChecks }, { runChecks }] = await Promise.all([
      import('./health-checks.ts'),
      import('../doctor/check.ts'),
    ]);
    const findings = await runChecks(healthChecks, { config, store, isRunning: true, sealed: [] });
    this.#last = { at: now(), findings };
  }
}
