import { findSessionsWithStaleGrant, findSessionsDueForCheck } from '../../aaa/coa/live-session.ts';
import { reauthorize } from '../../aaa/coa/reauthorization.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { PeriodicTask } from '../../gateway/job.ts';

const checkIntervalMs = 200;
const scanIntervalMs = 1_000;
/** Searches back further than the last scan: clocks of gateways differ, and a change is visible only after its commit. */
const overlapMs = 5_000;
const scansPerFullScan = 15;
/** Pages of one scan; the next scan continues. */
const maxPages = 1_000;

/** Finds live sessions that may have a changed authorization, and schedules the changes that their NASes need. */
export class ReauthorizationCheck {
  readonly #gateway: Gateway;
  #scans = 0;

  constructor(gateway: Gateway) {
    this.#gateway = gateway;
  }

  get tasks(): readonly PeriodicTask[] {
    return [
      {
        name: 'limits of live sessions',
        intervalMs: checkIntervalMs,
        failureMessage: 'RADIUS CoA: cannot check live sessions; retrying',
        run: () => this.#checkDueSessions(),
      },
      {
        name: 'stale grants',
        intervalMs: scanIntervalMs,
        failureMessage: 'RADIUS CoA: cannot search for sessions with a stale grant; retrying',
        run: (signal) => this.#scanForStaleGrants(signal),
      },
    ];
  }

  async #checkDueSessions(): Promise<undefined> {
    const { store, now, trustedClock } = this.#gateway;
    const times = { now: now(), ...trustedClock.skippedTime() };
    await reauthorize(this.#gateway, await findSessionsDueForCheck(store, times));
  }

  /** Scans for recent changes of users and profiles; the first scan and every fifteenth compares all open sessions. */
  async #scanForStaleGrants(signal: AbortSignal): Promise<undefined> {
    const { store, now } = this.#gateway;
    const since =
      this.#scans % scansPerFullScan === 0 ? null : new Date(now().getTime() - overlapMs);
    for (let page = 0; page < maxPages && !signal.aborted; page += 1) {
      const sessions = await findSessionsWithStaleGrant(store, since);
      if (sessions.length === 0) break;
      await reauthorize(this.#gateway, sessions);
    }
    this.#scans += 1;
  }
}
