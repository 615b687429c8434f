import type { Config } from '../config/load-config.ts';
import { loadShippedAdapters } from '../device-type/adapter-loader.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { PeriodicTask } from '../gateway/job.ts';
import type { BoundAddresses, ListenAddress, Module, RunningService } from '../gateway/module.ts';
import type { GuestListener } from '../http/secure/guest-server.ts';
import type { HttpsListener } from '../http/secure/https-server.ts';
import { lockDirectory } from '../installation/directory-lock.ts';
import { finishRestore } from '../installation/restore/pending-restore.ts';
import { syncDeviceTypes } from '../inventory/type/device-type-sync.ts';
import { readDeviceTypes } from '../inventory/type/read-device-types.ts';
import { PeriodicTasks } from '../jobs/periodic-tasks.ts';
import { loadApis, loadServices, loadState, loadTables } from '../modules/load-modules.ts';
import { modules } from '../modules/modules.ts';
import { reloadableDictionary } from '../protocol/radius/dictionary.ts';
import { systemClock, type Clock } from '../runtime/clock.ts';
import { prepareDataDirectory } from '../runtime/data-directory.ts';
import { assembleGateway, createBase, type AssembledGateway } from './create-gateway.ts';
import { listenHttp } from './listen-http.ts';
import { createLog } from './log.ts';
import { LogOutput } from './log-output.ts';
import { openOwnStore } from './own-store.ts';
import { createReload, type ReloadReport } from './reload.ts';
import { logSizeTask, measureLog } from './store-watch.ts';

/** A running gateway. */
export interface RunningGateway {
  readonly gateway: Gateway;
  readonly http: ListenAddress;
  /** The HTTPS server; null if it is off. */
  readonly https: HttpsListener | null;
  /** The portal's own listener; null if it is off. */
  readonly guests: GuestListener | null;
  readonly radius: BoundAddresses;
  /** Path of the first token's file; null unless this start created it. */
  readonly tokenFile: string | null;
  /** Reads types, dictionaries and certificates again, and the keys of the configuration that may change at run time. */
  readonly reload: (config: Config) => Promise<ReloadReport>;
  /** Answers the requests in progress, then stops everything in reverse order. */
  stop(): Promise<void>;
}

interface StartOptions {
  readonly clock?: Clock;
  /** True: a gateway that has lost its store begins a new one. */
  readonly mayReplaceStore?: boolean;
  /** Default: all modules. */
  readonly modules?: readonly Module[];
}

/**
 * Starts everything in order: store, adapters and device types, RADIUS, the two APIs, jobs, periodic tasks.
 *
 * @throws Error for the operator: a folder that cannot be written or is in use, a store or key that is lost, a port in use
 */
export async function startGateway(
  config: Config,
  options: StartOptions = {},
): Promise<RunningGateway> {
  prepareDataDirectory(config.data_dir);
  const lock = await lockDirectory(config.data_dir);
  try {
    finishRestore(config.data_dir);
    const running = await startLocked(config, options);
    const stop = () =>
      running.stop().finally(() => {
        lock.release();
      });
    return { ...running, stop };
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function startLocked(config: Config, options: StartOptions): Promise<RunningGateway> {
  const { clock = systemClock, mayReplaceStore = false, modules: of = modules } = options;
  const { now } = clock;
  const output = new LogOutput();
  const log = createLog(config.log, process.env, output);
  output.onRecovery((dropped) => {
    log.warn({ dropped }, 'log: lines could not be written, and are lost');
  });
  const [adapters, { resources, ...tables }, createState, loaded, apis] = await Promise.all([
    loadShippedAdapters(),
    loadTables(of),
    loadState(of),
    loadServices(of),
    loadApis(of),
  ]);
  const { types, faults } = await readDeviceTypes(config, adapters);
  const deviceTypes = new Map(types);
  for (const fault of faults) log.error({ fault }, 'a device type has an error and is left out');
  const opened = await openOwnStore(config, { log, now, resources, mayReplaceStore });
  await syncDeviceTypes(opened.store, deviceTypes, now());
  const dictionary = reloadableDictionary(config.radius.dictionary_dir);
  const base = createBase(opened, {
    config,
    clock,
    log,
    adapters,
    deviceTypes,
    dictionary: dictionary.current,
    resources,
    createState,
  });
  measureLog(output, base.metrics);
  await base.trustedClock.check();
  const assembled = assembleGateway(base, loaded, { owner: opened.owner, ...tables });
  const { gateway } = assembled;
  const running: RunningService[] = [];
  for (const service of assembled.services) running.push((await service.start?.(gateway)) ?? {});
  const { server, certificates, ...listeners } = await listenHttp(assembled, running, apis);
  const own = [...opened.tasks, ...certificates, logSizeTask(gateway), gateway.trustedClock.task];
  const background = await startBackground(assembled, running, own);
  const parts = [...running, { stop: () => server.close() }, background];
  const stop = () => stopAll(gateway, parts, [...running, opened]);
  const reload = createReload(gateway, { dictionary, ...listeners, types: deviceTypes });
  const radius = boundBy(running);
  return { gateway, ...listeners, radius, tokenFile: opened.tokenFile, reload, stop };
}

const boundBy = (running: readonly RunningService[]): BoundAddresses =>
  running.reduce<BoundAddresses>((all, { bound }) => ({ ...all, ...bound }), {
    auth: [],
    acct: [],
    tls: [],
  });

/** Stops all parts, then closes the shared ones in order. */
async function stopAll(
  { adapters }: Pick<Gateway, 'adapters'>,
  parts: readonly Pick<RunningService, 'stop'>[],
  shared: readonly Pick<RunningService, 'close'>[],
): Promise<void> {
  try {
    await Promise.all(parts.map(async (part) => part.stop?.()));
  } finally {
    for (const adapter of adapters.values()) adapter.close?.();
    for (const part of shared) await part.close?.();
  }
}

/** Starts everything that runs without a request. @param own  tasks of the store and the listeners */
async function startBackground(
  { gateway, runner }: AssembledGateway,
  running: readonly RunningService[],
  own: readonly PeriodicTask[],
) {
  const tasks = new PeriodicTasks(gateway);
  tasks.start([
    await runner.start(gateway),
    ...running.flatMap((service) => service.tasks?.() ?? []),
    ...own,
  ]);
  const loaded = Promise.all(running.flatMap((service) => service.loadTasks?.() ?? [])).then(
    (later) => {
      tasks.start(later.flat());
    },
  );
  const stop = async () => {
    runner.releaseWaiters();
    await tasks.stop();
    await loaded;
    await Promise.all([
      runner.stop(gateway),
      ...running.map(async (service) => service.settle?.()),
    ]);
  };
  return { stop };
}
