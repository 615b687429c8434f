import { randomUUID } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pino } from 'pino';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { authenticateToken } from './aaa/account/api-token.ts';
import { Retention } from './aaa/retention.ts';
import { SessionSweep } from './aaa/session/session-sweep.ts';
import { loadAdapters, loadDeviceTypes } from './adapter-loader.ts';
import type { Config } from './config/load-config.ts';
import { controlApi } from './control/api.ts';
import { bootstrapAdmin } from './bootstrap-admin.ts';
import { gateApi } from './gate/api.ts';
import type { Gateway } from './gateway.ts';
import { addHealthRoutes } from './http/health.ts';
import { createServer } from './http/server.ts';
import { diagnosticJob } from './inventory/diagnostic/diagnostic.ts';
import { headlessOperationJob } from './inventory/operation/headless-operation.ts';
import { operationJob } from './inventory/operation/operation.ts';
import { syncDeviceTypes } from './inventory/device/device-type-sync.ts';
import { JobRunner } from './jobs/job-runner.ts';
import { PollScheduler } from './jobs/poll-scheduler.ts';
import { lazyDictionary } from './protocol/radius/dictionary.ts';
import { startRadius, type BoundAddresses } from './radius/server.ts';
import { defaultUpstreamTiming } from './radius/proxy/upstream-timing.ts';
import { systemClock, type Clock } from './runtime/clock.ts';
import { openStore } from './store/database.ts';
import { openVault } from './vault.ts';

const root = new URL('../../', import.meta.url);

/** A gateway that is up. */
export interface RunningGateway {
  readonly gateway: Gateway;
  readonly http: ListenAddress;
  readonly radius: BoundAddresses;
  /** Path of the first token's file, where this start made it. */
  readonly tokenFile: string | null;
  /** Answers what is in flight, then ends everything in the reverse order. */
  stop(): Promise<void>;
}

interface StartOptions {
  readonly clock?: Clock;
}

export interface ListenAddress {
  readonly address: string;
  readonly port: number;
}

/**
 * Starts everything in order: store, adapters and types, jobs, RADIUS, the two APIs.
 *
 * @throws Error in words for whoever starts it: a folder that cannot be written, a port that is taken, a wrong device type
 */
export async function startGateway(
  config: Config,
  { clock = systemClock }: StartOptions = {},
): Promise<RunningGateway> {
  prepareFolder(config.data_dir);
  const { now } = clock;
  const [store, adapters] = await Promise.all([
    openStore(config.database.url, config.data_dir),
    loadAdapters(new URL('../adapters/', import.meta.url)),
  ]);
  const types = await loadDeviceTypes(typeFolders(config), adapters);
  await syncDeviceTypes(store, types, now());
  const tokenFile = await bootstrapAdmin(store, config.data_dir, now());
  const runner = new JobRunner(
    [operationJob, diagnosticJob, headlessOperationJob],
    gatewayId(config.data_dir),
  );
  const vault = openVault(config.secret_key_file);
  const log = pino({ level: config.log.level }, pino.destination({ dest: 2, sync: false }));
  const dictionary = lazyDictionary(config.radius.dictionary_dir);
  const kept = { config, store, vault, adapters, deviceTypes: types, jobs: runner };
  const gateway: Gateway = {
    ...kept,
    authenticateToken: (token) => authenticateToken({ store, now }, token),
    dictionary,
    log,
    metrics: registry(),
    clock,
    now,
  };
  return { ...(await openDoors(gateway, runner)), gateway, tokenFile };
}

async function openDoors(
  gateway: Gateway,
  runner: JobRunner,
): Promise<Omit<RunningGateway, 'gateway' | 'tokenFile'>> {
  const { config, store } = gateway;
  const schedule = new PollScheduler();
  const radius = await startRadius(gateway, defaultUpstreamTiming, gatewayId(config.data_dir));
  const server = await createServer(gateway, [controlApi, gateApi]);
  addHealthRoutes(server, gateway, [
    { name: 'store', check: () => store.checkWritable() },
    { name: 'runner', check: runner.checkReady.bind(runner) },
    { name: 'radius', check: radius.checkReady.bind(radius) },
  ]);
  await server.listen({ host: config.http.host, port: config.http.port });
  await runner.start(gateway);
  schedule.start(gateway);
  const sweep = new SessionSweep(gateway);
  sweep.start();
  const retention = new Retention(gateway);
  retention.start();
  // Nothing that is asked before it runs is lost, so the doors do not wait for it to be loaded.
  const dynamic = import('./radius/coa/dynamic-authorization.ts').then((loaded) =>
    loaded.startDynamicAuthorization(gateway, { radsecConnections: radius.radsecConnections }),
  );
  const stop = async () => {
    const stopped = dynamic.then((running) => running.stop());
    const background = [schedule, sweep, retention].map((part) => part.stop());
    await Promise.all([
      server.close(),
      radius.stop(),
      ...background,
      runner.stop(gateway),
      stopped,
    ]);
    await store.close();
  };
  const http = addressOf(server.server.address());
  return { http, radius: radius.bound, stop };
}

function addressOf(bound: AddressInfo | string | null): ListenAddress {
  if (bound === null || typeof bound === 'string') throw new Error('HTTP listens on no address');
  return bound;
}

function typeFolders(config: Config): URL[] {
  const shipped = new URL('config/device-types/', root);
  return config.device_types_dir === ''
    ? [shipped]
    : [shipped, pathToFileURL(`${config.device_types_dir}/`)];
}

function prepareFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  accessSync(folder, constants.W_OK);
}

/** Names this gateway among those that share a store, the same after every restart. */
function gatewayId(folder: string): string {
  const file = join(folder, 'gateway-id');
  if (!existsSync(file)) writeFileSync(file, `${randomUUID()}\n`);
  return readFileSync(file, 'utf8').trim();
}

function registry(): Registry {
  const metrics = new Registry();
  collectDefaultMetrics({ register: metrics });
  return metrics;
}
