import type { DomainState, Gateway } from '../gateway/gateway.ts';
import type {
  CreateState,
  GatewayBase,
  ModuleService,
  ProvidedParts,
  Service,
  Site,
} from '../gateway/module.ts';
import { JobRunner } from '../jobs/job-runner.ts';
import { ChangeNotifier } from '../runtime/change-notifier.ts';
import { queuePings } from '../runtime/limit/ping-queue.ts';
import { Watchdog } from '../runtime/watchdog.ts';
import { createMetrics } from './metrics.ts';
import { TrustedClock } from '../gateway/trusted-clock.ts';
import type { OwnStore } from './own-store.ts';
import { measureMachine } from './machine-metrics.ts';

type Parts = Pick<
  GatewayBase,
  'config' | 'clock' | 'log' | 'adapters' | 'deviceTypes' | 'dictionary' | 'resources'
> & { readonly createState: (...parts: Parameters<CreateState>) => DomainState };

/** Creates the parts that the whole gateway shares, and registers its metrics. */
export function createBase(
  { store, vault }: OwnStore,
  { createState, ...parts }: Parts,
): GatewayBase {
  const { clock, log, deviceTypes } = parts;
  const metrics = createMetrics(store);
  const base: GatewayBase = {
    ...parts,
    ...createState({ store, vault, clock, deviceTypes, log }),
    store,
    vault,
    changes: new ChangeNotifier(log),
    metrics,
    trustedClock: new TrustedClock({ store, clock, log, metrics }),
    watchdog: new Watchdog(clock, metrics),
    requestedPings: queuePings(),
    now: clock.now,
  };
  measureMachine(base);
  return base;
}

export interface AssembledGateway {
  readonly gateway: Gateway;
  readonly runner: JobRunner;
  /** The services of the domains, in the order of their start. */
  readonly services: readonly Service[];
}

/** Creates the services of the domains, and puts the parts that they provide into the gateway. */
export function assembleGateway(
  base: GatewayBase,
  loaded: readonly ModuleService[],
  site: Site,
): AssembledGateway {
  const jobs = loaded.flatMap((service) => service.jobs ?? []);
  const runner = new JobRunner(jobs, site.owner, base.clock);
  const services = loaded.flatMap((service) => service.create?.(base, site) ?? []);
  const provided = partsOf(services);
  return { gateway: { ...base, ...provided, jobs: runner }, runner, services };
}

/** @throws Error naming a part that no domain provides */
function partsOf(services: readonly Service[]): ProvidedParts {
  const part = <K extends keyof ProvidedParts>(name: K): ProvidedParts[K] => {
    for (const { provides } of services) if (provides?.[name]) return provides[name];
    throw new Error(`no module provides ${name}`);
  };
  return {
    audit: part('audit'),
    authenticateToken: part('authenticateToken'),
    events: part('events'),
    findDeviceUptimes: part('findDeviceUptimes'),
    results: part('results'),
    upstreamLogins: part('upstreamLogins'),
  };
}
