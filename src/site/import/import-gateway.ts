import { pino } from 'pino';
import { Registry } from 'prom-client';
import type { Config } from '../../config/load-config.ts';
import type { Caller } from '../../contract/caller.ts';
import type { DomainState, Gateway } from '../../gateway/gateway.ts';
import { TrustedClock } from '../../gateway/trusted-clock.ts';
import type { CreateState } from '../../gateway/module.ts';
import { lazyDictionary } from '../../protocol/radius/dictionary.ts';
import type { Resource } from '../../contract/resource.ts';
import { ChangeNotifier } from '../../runtime/change-notifier.ts';
import { systemClock } from '../../runtime/clock.ts';
import { queuePings } from '../../runtime/limit/ping-queue.ts';
import { Watchdog } from '../../runtime/watchdog.ts';
import type { Store } from '../../store/store.ts';
import type { Vault } from '../../store/vault.ts';

interface ImportParts {
  readonly config: Config;
  readonly store: Store;
  readonly vault: Vault;
  readonly caller: Caller;
  readonly resources: readonly Resource[];
  readonly createState: (...parts: Parameters<CreateState>) => DomainState;
}

/**
 * Creates a gateway that only serves the requests of an import, all from one caller: without jobs, RADIUS and periodic tasks.
 */
export function createImportGateway({
  config,
  store,
  vault,
  caller,
  resources,
  createState,
}: ImportParts): Gateway {
  const log = pino({ level: 'silent' });
  const metrics = new Registry();
  // An import calls no device.
  const deviceTypes = new Map();
  return {
    ...createState({ store, vault, clock: systemClock, deviceTypes, log }),
    config,
    store,
    vault,
    adapters: new Map(),
    deviceTypes,
    jobs: { wake: () => undefined, waitUntilEnded: () => Promise.resolve() },
    // The report of the import names each row.
    audit: { add: () => undefined, addLimited: () => undefined },
    events: { open: () => Promise.reject(new Error('an import has no events')) },
    results: { conditionsOf: () => [] },
    findDeviceUptimes: () => Promise.resolve([]),
    upstreamLogins: {
      upstreams: { isEmpty: true },
      authenticate: () => Promise.resolve(null),
      sendBy: () => undefined,
    },
    authenticateToken: () => Promise.resolve(caller),
    dictionary: lazyDictionary(config.radius.dictionary_dir),
    resources,
    changes: new ChangeNotifier(log),
    log,
    metrics,
    clock: systemClock,
    trustedClock: new TrustedClock({ store, clock: systemClock, log, metrics }),
    watchdog: new Watchdog(systemClock, metrics),
    requestedPings: queuePings(),
    now: systemClock.now,
  };
}
