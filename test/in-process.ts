import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadConfig } from '../src/config/load-config.ts';
import type { Module } from '../src/gateway/module.ts';
import { modules as shippedModules } from '../src/modules/modules.ts';
import { startGateway, type RunningGateway } from '../src/start/main.ts';
import { copyBlankStore } from './blank-store.ts';
import { HttpClient } from './http-client.ts';
import type { ManualClock } from './manual-clock.ts';

export type Row = Readonly<Record<string, unknown>>;

interface Options {
  readonly clock: ManualClock;
  /** Device types of the site by short name, as YAML. */
  readonly types?: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
  /** Default: all modules. */
  readonly modules?: readonly Module[];
}

/** A whole gateway in this process whose clock the test advances. */
export interface InProcessGateway {
  readonly running: RunningGateway;
  readonly folder: string;
  /** Calls the device-control API as the first administrator. @param path  below `/control/api/v1` */
  readonly control: (
    method: string,
    path: string,
    body?: object,
  ) => Promise<{ readonly status: number; readonly body: Row }>;
  readonly list: (path: string) => Promise<readonly Row[]>;
  /** Advances the clock until something is so, slowly, for exchanges take their own time. */
  readonly until: (isSo: () => Promise<boolean>, stepMs?: number) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Starts a gateway in this process with a store of its own. */
export async function startInProcess({
  clock,
  types = {},
  environment = {},
  modules = shippedModules,
}: Options): Promise<InProcessGateway> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-'));
  const typesFolder = join(folder, 'types');
  mkdirSync(typesFolder);
  for (const [name, yaml] of Object.entries(types))
    writeFileSync(join(typesFolder, `${name}.yaml`), yaml);
  writeFileSync(join(folder, 'gatehouse.yaml'), '');
  const config = loadConfig(join(folder, 'gatehouse.yaml'), {
    GATEHOUSE_DATA_DIR: join(folder, 'data'),
    GATEHOUSE_DEVICE_TYPES_DIR: typesFolder,
    GATEHOUSE_HTTP_HOST: '127.0.0.1',
    GATEHOUSE_HTTP_PORT: '0',
    GATEHOUSE_RADIUS_HOST: '127.0.0.1',
    GATEHOUSE_RADIUS_AUTH_PORT: '0',
    GATEHOUSE_RADIUS_ACCT_PORT: '0',
    GATEHOUSE_RADIUS_SPOOL_MEGABYTES: '0',
    GATEHOUSE_LOG_LEVEL: 'silent',
    GATEHOUSE_POLLING_ENABLED: 'false',
    ...environment,
  });
  copyBlankStore(config.database.url, config.data_dir, 'types');
  const running = await startGateway(config, { clock, modules });
  const client = new HttpClient(running.http.port);
  // A gateway on the store of another one has no first token.
  const readToken = () => readFileSync(join(folder, 'data', 'admin-token'), 'utf8').trim();
  const control = async (method: string, path: string, body?: object) => {
    const url = `/control/api/v1${path}`;
    const reply = await client.ask(method, url, {
      token: readToken(),
      body: body && JSON.stringify(body),
    });
    return { status: reply.status, body: JSON.parse(reply.text || '{}') as Row };
  };
  const list = async (path: string) => (await control('GET', path)).body['results'] as Row[];
  const { store } = running.gateway;
  const until = async (isSo: () => Promise<boolean>, stepMs = 100) => {
    for (let left = 500; left > 0 && !(await isSo()); left -= 1) {
      await clock.advance(stepMs);
      await sleep(10);
      // A disk that is slow takes no time of the clock.
      for (let turns = 1_000; turns > 0 && store.pendingWrites > 0; turns -= 1) await sleep(5);
    }
  };
  const stop = async () => {
    await running.stop();
    rmSync(folder, { recursive: true });
  };
  return { running, folder, control, list, until, stop };
}
