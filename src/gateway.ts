import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Adapter } from './adapter.ts';
import type { Caller } from './caller.ts';
import type { Config } from './config/config-schema.ts';
import type { DeviceType } from './device-type.ts';
import type { Dictionary } from './protocol/radius/dictionary.ts';
import type { ChangeNotifier } from './runtime/change-notifier.ts';
import type { Clock } from './runtime/clock.ts';
import type { Store } from './store/store.ts';
import type { Vault } from './vault.ts';

/** What every handler, job and packet may reach. Built once, in main.ts. */
export interface Gateway {
  readonly config: Config;
  readonly store: Store;
  readonly vault: Vault;
  /** Finds the caller of a bearer token. @throws Fault `unauthenticated` unknown, expired or revoked */
  readonly authenticateToken: (token: string) => Promise<Caller>;
  /** By the name that connection profiles use. */
  readonly adapters: ReadonlyMap<string, Adapter>;
  /** By short name. */
  readonly deviceTypes: ReadonlyMap<string, DeviceType>;
  readonly jobs: JobQueue;
  /** Names of RADIUS attributes; read when they are first asked for. */
  readonly dictionary: () => Dictionary;
  /** Tables that this process has written, for copies in memory. */
  readonly changes: ChangeNotifier;
  readonly log: Logger;
  /** What /metrics shows; each door registers its own counters. */
  readonly metrics: Registry;
  /** Time for timers, delays and durations; systemClock but in tests. */
  readonly clock: Clock;
  /** Short for `clock.now`. */
  readonly now: () => Date;
}

/** The part of the job runner that the rest of the gateway may use. */
export interface JobQueue {
  /** Starts a search for new transactions at once. */
  wake(): void;
  /** Resolves when the transaction has ended, or after `timeoutMs`. */
  waitUntilEnded(id: string, timeoutMs: number): Promise<void>;
}
