import { randomUUID } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pino } from 'pino';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { Retention } from './aaa/retention.ts';
import { SessionSweep } from './aaa/session-sweep.ts';
import { loadAdapters, loadDeviceTypes } from './adapters.ts';
import type { Config } from './config.ts';
import { controlApi } from './control/api.ts';
import { firstStart } from './first-start.ts';
import { gateApi } from './gate/api.ts';
import type { Gateway } from './gateway.ts';
import { mountHealth } from './http/health.ts';
import { createServer } from './http/server.ts';
import { diagnosticJob } from './inventory/diagnostic.ts';
import { headlessJob } from './inventory/headless.ts';
import { operationJob } from './inventory/operation.ts';
import { syncTypes } from './inventory/registry.ts';
import { Runner } from './jobs/runner.ts';
import { Schedule } from './jobs/schedule.ts';
import { lazyDictionary } from './protocol/radius/dictionary.ts';
import { startRadius, type Bound } from './radius/server.ts';
import { usualTiming } from './radius/upstream-timing.ts';
import { openStore } from './store/database.ts';
import { openVault } from './vault.ts';

const root = new URL('../../', import.meta.url);

/** A gateway that is up. */
export interface Running {
  readonly gateway: Gateway;
  readonly http: Address;
  readonly radius: Bound;
  /** Path of the first token's file, where this start made it. */
  readonly tokenFile: string | null;
  /** Answers what is in flight, then ends everything in the reverse order. */
  stop(): Promise<void>;
}

export interface Address {
  readonly address: string;
  readonly port: number;
}

/**
 * Starts everything in order: store, adapters and types, jobs, RADIUS, the two APIs.
 *
 * @throws Error in words for whoever starts it: a folder that cannot be written, a port that is taken, a wrong device type
 */
export async function start(config: Config): Promise<Running> {
  prepareFolder(config.data_dir);
  const now = () => new Date();
  const [store, adapters] = await Promise.all([
    openStore(config.database.url, config.data_dir),
    loadAdapters(new URL('../adapters/', import.meta.url)),
  ]);
  const types = await loadDeviceTypes(typeFolders(config), adapters);
  await syncTypes(store, types, now());
  const tokenFile = await firstStart(store, config.data_dir, now());
  const runner = new Runner([operationJob, diagnosticJob, headlessJob], gatewayId(config.data_dir));
  const vault = openVault(config.secret_key_file);
  const log = pino({ level: config.log.level }, pino.destination({ dest: 2, sync: false }));
  const dictionary = lazyDictionary(config.radius.dictionary_dir);
  const kept = { config, store, vault, adapters, types, jobs: runner };
  const gateway: Gateway = { ...kept, dictionary, log, metrics: registry(), now };
  return { ...(await openDoors(gateway, runner)), gateway, tokenFile };
}

async function openDoors(gateway: Gateway, runner: Runner): Promise<Omit<Running, 'gateway' | 'tokenFile'>> {
  const { config, store } = gateway;
  const schedule = new Schedule();
  const radius = await startRadius(gateway, usualTiming, gatewayId(config.data_dir));
  const server = await createServer(gateway, [controlApi, gateApi]);
  mountHealth(server, gateway, [
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
  const dynamic = import('./radius/dynamic-authorization.ts').then((loaded) =>
    loaded.startDynamicAuthorization(gateway, { connected: radius.connected }),
  );
  const stop = async () => {
    const stopped = dynamic.then((running) => running.stop());
    const background = [schedule, sweep, retention].map((part) => part.stop());
    await Promise.all([server.close(), radius.stop(), ...background, runner.stop(gateway), stopped]);
    await store.close();
  };
  const http = addressOf(server.server.address());
  return { http, radius: radius.bound, stop };
}

function addressOf(bound: AddressInfo | string | null): Address {
  if (bound === null || typeof bound === 'string') throw new Error('HTTP listens on no address');
  return bound;
}

function typeFolders(config: Config): URL[] {
  const shipped = new URL('config/device-types/', root);
  return config.device_types_dir === '' ? [shipped] : [shipped, pathToFileURL(`${config.device_types_dir}/`)];
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
