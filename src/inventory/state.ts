import type { CreateState } from '../gateway/module.ts';
import { TtlCache } from '../runtime/cache.ts';
import { OpenedSecrets } from './device/credentials.ts';
import type { GrantCache } from './device/device-address.ts';
import type { LastPoll } from './metric/former-samples.ts';
import type { TypeMetric } from './metric/metric-results.ts';
import { PointOperations } from './operation/point-operations.ts';
import { LeaseTables } from './topology/lease-tables.ts';

/** Rows that the polls of a gateway keep in memory. */
interface PollMemory {
  /** The last poll of each device. */
  readonly lastPolls: TtlCache<LastPoll>;
  /** Interfaces that polls have chosen, by device: the time of the last poll that had each, by name. */
  readonly interfaces: TtlCache<ReadonlyMap<string, number>>;
  /** Ids of the sources of interfaces, by metric, parameter and interface. */
  readonly sources: TtlCache<number>;
  /** The metrics of each type. They change only when a gateway, this one or another, starts with other files. */
  readonly metrics: TtlCache<readonly TypeMetric[]>;
}

declare module '../gateway/gateway.ts' {
  interface DomainState {
    readonly inventory: {
      readonly grants: GrantCache;
      readonly leases: LeaseTables;
      readonly pointOperations: PointOperations;
      readonly secrets: OpenedSecrets;
      readonly polls: PollMemory;
    };
  }
}

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** Creates the memory of the polls of one gateway. */
export function createPollMemory(): PollMemory {
  return {
    lastPolls: new TtlCache({ ttlMs: 2 * dayMs, maxEntries: 20_000 }),
    interfaces: new TtlCache({ ttlMs: 2 * dayMs, maxEntries: 20_000 }),
    sources: new TtlCache({ ttlMs: hourMs, maxEntries: 20_000 }),
    metrics: new TtlCache({ ttlMs: 60_000, maxEntries: 1_000 }),
  };
}

export const state: CreateState = ({ vault, clock }) => ({
  inventory: {
    grants: new TtlCache({ ttlMs: hourMs, maxEntries: 1_000 }),
    leases: new LeaseTables(clock.monotonicMs),
    pointOperations: new PointOperations(),
    secrets: new OpenedSecrets(vault),
    polls: createPollMemory(),
  },
});
