import type { FastifyInstance } from 'fastify';
import { AlertRules } from '../notify/alert/alert-rules.ts';
import { alertTasks } from '../notify/alert/alert-tasks.ts';
import { createResultWatch } from '../notify/alert/metric-conditions.ts';
import { AuditLog } from '../upkeep/audit/audit-log.ts';
import { createTokenAuthentication } from '../aaa/account/api-token.ts';
import { createUpstreamLogins } from '../aaa/proxy/upstream-logins.ts';
import { SessionSweep } from '../aaa/session/session-sweep.ts';
import { loadShippedAdapters } from '../device-type/adapter-loader.ts';
import type { Config } from '../config/load-config.ts';
import { hasIpv6 } from '../config/present-hosts.ts';
import { controlApi } from '../modules/control-api.ts';
import { addDeviceMetricsRoute } from '../inventory/api/device-metrics.ts';
import { gateApi } from '../modules/gate-api.ts';
import type { DeviceType } from '../device-type/device-type.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { addHealthRoutes } from '../http/health.ts';
import type { GuestListener } from '../http/secure/guest-server.ts';
import type { HttpsListener } from '../http/secure/https-server.ts';
import { createServer } from '../http/server.ts';
import { readDeviceTypes } from '../inventory/type/read-device-types.ts';
import { syncDeviceTypes } from '../inventory/type/device-type-sync.ts';
import { EventFeed } from '../notify/event/event-feed.ts';
import { createBackupTask } from '../inventory/configuration/backup-task.ts';
import { findDeviceUptimes } from '../inventory/metric/device-uptime.ts';
import { createDiscoveryTask } from '../inventory/discovery/discovery-task.ts';
import { createPollIntervalTask } from '../inventory/device/poll-interval.ts';
import { createRollupTask } from '../inventory/metric/rollup-task.ts';
import { createFleetTask } from '../inventory/fleet/fleet-scheduler.ts';
import { createSeriesTask } from '../inventory/series/series-task.ts';
import { createSettingWriteTask } from '../inventory/setting/setting-write.ts';
import { createVariableChangeTask } from '../inventory/setting/variable-change.ts';
import type { PeriodicTask } from '../gateway/job.ts';
import { JobRunner } from '../jobs/job-runner.ts';
import { PeriodicTasks } from '../jobs/periodic-tasks.ts';
import { PollScheduler } from '../jobs/poll-scheduler.ts';
import { createStoreBackupTasks } from '../installation/backup/backup-task.ts';
import { reloadableDictionary, type ReloadableDictionary } from '../protocol/radius/dictionary.ts';
import { defaultUpstreamTiming } from '../radius/proxy/upstream-timing.ts';
import { resources } from '../modules/resources.ts';
import { ChangeNotifier } from '../runtime/change-notifier.ts';
import { systemClock, type Clock } from '../runtime/clock.ts';
import { Semaphore } from '../runtime/semaphore.ts';
import { Watchdog } from '../runtime/watchdog.ts';
import { startRadius, type BoundAddresses, type RadiusServer } from '../radius/server.ts';
import { growingTables } from '../modules/growing-tables.ts';
import { personalTables } from '../modules/personal-tables.ts';
import { createPrivacyTask } from '../upkeep/privacy/privacy-task.ts';
import { Retention } from '../upkeep/retention/retention-task.ts';
import { prepareDataDirectory } from '../runtime/data-directory.ts';
import { lockDirectory } from '../installation/directory-lock.ts';
import { finishRestore } from '../installation/restore/pending-restore.ts';
import { createLog } from './log.ts';
import { createMetrics } from './metrics.ts';
import { measureSite } from './site-metrics.ts';
import { openOwnStore } from './own-store.ts';
import { Reload, type ReloadReport } from './reload.ts';
import { logSizeTask } from './store-watch.ts';
import { transactionJobs } from './transaction-jobs.ts';
import { startNotifications } from '../notify/traps/start-notifications.ts';
import { addPortalRoutes } from '../portal/web/routes.ts';
import { portalSessionTasks } from '../portal/portal-session-end.ts';

/** A gateway that is up. */
export interface RunningGateway {
  readonly gateway: Gateway;
  readonly http: ListenAddress;
  /** The HTTPS server; null where it is off. */
  readonly https: HttpsListener | null;
  /** The portal's own listener; null where it has none. */
  readonly guests: GuestListener | null;
  readonly radius: BoundAddresses;
  /** Path of the first token's file; null unless this start created it. */
  readonly tokenFile: string | null;
  /** Reads types, dictionaries and certificates anew, and the configuration as far as it may change while it runs. */
  readonly reload: (config: Config) => Promise<ReloadReport>;
  /** Answers the requests in progress, then stops everything in reverse order. */
  stop(): Promise<void>;
}

interface StartOptions {
  readonly clock?: Clock;
  /** True: a gateway that has lost its store begins a new one. */
  readonly mayReplaceStore?: boolean;
}

export interface ListenAddress {
  readonly address: string;
  readonly port: number;
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
  const { clock = systemClock, mayReplaceStore = false } = options;
  const { now } = clock;
  const log = createLog(config.log, process.env);
  const adapters = await loadShippedAdapters();
  const { types, faults } = await readDeviceTypes(config, adapters);
  const deviceTypes = new Map(types);
  for (const fault of faults) log.error({ fault }, 'a device type has an error and is left out');
  const opened = await openOwnStore(config, { log, now, mayReplaceStore });
  const { store, tokenFile, owner } = opened;
  await syncDeviceTypes(store, deviceTypes, now());
  const runner = new JobRunner(Object.values(transactionJobs), owner, clock);
  const metrics = createMetrics(store);
  const alertRules = new AlertRules(store);
  const dictionary = reloadableDictionary(config.radius.dictionary_dir);
  const audit = new AuditLog({ store, log, metrics, clock });
  const events = new EventFeed({ config, store, clock, now, log, metrics });
  const gateway: Gateway = {
    config,
    store,
    vault: opened.vault,
    adapters,
    deviceTypes,
    jobs: runner,
    audit,
    events,
    upstreamLogins: createUpstreamLogins(),
    results: createResultWatch({ store, now }, alertRules),
    authenticateToken: createTokenAuthentication({ store, now }),
    dictionary: dictionary.current,
    changes: new ChangeNotifier(log),
    resources,
    log,
    metrics,
    clock,
    watchdog: new Watchdog(clock, metrics),
    requestedPings: new Semaphore({ max: 8, maxWaiting: 32, name: 'pings' }),
    now,
  };
  measureSite(gateway);
  const radius = await startRadius(gateway, defaultUpstreamTiming, owner);
  const notifications = await startNotifications(gateway);
  const { server, certificates, ...listeners } = await listenHttp(gateway, { radius, runner });
  const background = await startBackground(gateway, {
    radius,
    runner,
    tasks: [
      ...opened.tasks,
      ...certificates,
      events.task,
      ...alertTasks(gateway, alertRules, owner),
      createPrivacyTask(gateway, personalTables, owner),
      ...createStoreBackupTasks(gateway),
    ],
  });
  const parts = [events, { stop: () => server.close() }, radius, notifications, background];
  const stop = () => stopAll(gateway, parts, [audit, opened]);
  const reload = createReload(gateway, { dictionary, ...listeners, types: deviceTypes });
  return { gateway, ...listeners, radius: radius.bound, tokenFile, reload, stop };
}

interface ReloadedParts {
  readonly dictionary: ReloadableDictionary;
  readonly https: HttpsListener | null;
  /** The types that all parts use: a reload replaces its entries. */
  readonly types: Map<string, DeviceType>;
}

function createReload(gateway: Gateway, { dictionary, https, types }: ReloadedParts) {
  const reload = new Reload(gateway, {
    readTypes: (config) => readDeviceTypes(config, gateway.adapters),
    async useTypes(read) {
      await syncDeviceTypes(gateway.store, read, gateway.now());
      types.clear();
      for (const [name, type] of read) types.set(name, type);
    },
    readDictionary: dictionary.reload,
    renewCertificates: async () => (await https?.renew()) ?? false,
  });
  return (config: Config) => reload.run(config);
}

/** Stops all parts, then closes what they share, in order. */
async function stopAll(
  { adapters }: Pick<Gateway, 'adapters'>,
  parts: readonly { readonly stop: () => Promise<unknown> }[],
  shared: readonly { readonly close: () => Promise<void> }[],
): Promise<void> {
  try {
    await Promise.all(parts.map((part) => part.stop()));
  } finally {
    for (const adapter of adapters.values()) adapter.close?.();
    for (const part of shared) await part.close();
  }
}

interface Parts {
  readonly radius: RadiusServer;
  readonly runner: JobRunner;
}

async function listenHttp(gateway: Gateway, { radius, runner }: Parts) {
  const { config, store } = gateway;
  const { app, https, guests } = await createServer(gateway, [controlApi, gateApi]);
  addPortalRoutes(app, gateway);
  addDeviceMetricsRoute(app, gateway);
  addHealthRoutes(app, gateway, [
    { name: 'store', writes: true, check: () => store.checkWritable() },
    {
      name: 'runner',
      check: () => {
        runner.checkReady();
        gateway.watchdog.checkReady();
      },
    },
    { name: 'radius', check: radius.checkReady.bind(radius) },
  ]);
  if (!hasIpv6()) gateway.log.warn('this machine has no IPv6: it listens on IPv4 only');
  await app.listen({ host: config.http.host, port: config.http.port });
  const listeners = {
    https: (await https?.listen()) ?? null,
    guests: (await guests?.listen()) ?? null,
  };
  const certificates = Object.values(listeners).flatMap((listener) => listener?.tasks ?? []);
  return { server: app, http: addressOf(app), ...listeners, certificates };
}

interface BackgroundParts extends Parts {
  /** Tasks of the store that was opened, and of what is kept in memory. */
  readonly tasks: readonly PeriodicTask[];
}

/** Starts everything that runs without a request: the one list of periodic tasks. */
async function startBackground(gateway: Gateway, { radius, runner, tasks: own }: BackgroundParts) {
  const polls = gateway.config.polling.enabled ? new PollScheduler(gateway) : null;
  const tasks = new PeriodicTasks(gateway);
  tasks.start([
    await runner.start(gateway),
    ...(polls ? [polls.task, createPollIntervalTask(gateway)] : []),
    createSettingWriteTask(gateway),
    createFleetTask(gateway),
    createRollupTask(gateway),
    createSeriesTask(gateway),
    createDiscoveryTask(gateway),
    createVariableChangeTask(gateway),
    createBackupTask(gateway),
    new SessionSweep(gateway, findDeviceUptimes).task,
    new Retention(gateway, growingTables).task,
    logSizeTask(gateway),
    ...own,
    ...radius.tasks,
    ...portalSessionTasks(gateway),
  ]);
  // Loaded last because no change that is queued before is lost.
  const dynamicAuthorization = import('../radius/coa/dynamic-authorization.ts').then((loaded) => {
    const { radsecConnections } = radius;
    const created = loaded.createDynamicAuthorization(gateway, { radsecConnections });
    tasks.start(created.tasks);
    return created;
  });
  const stop = async () => {
    runner.releaseWaiters();
    await tasks.stop();
    const stopChanges = dynamicAuthorization.then((created) => created.stop());
    await Promise.all([runner.stop(gateway), polls?.stop(), stopChanges]);
  };
  return { stop };
}

function addressOf({ server }: FastifyInstance): ListenAddress {
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('HTTP listens on no address');
  return bound;
}
