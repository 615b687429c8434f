import type { DomainState } from '../gateway/gateway.ts';
import type {
  Apis,
  CreateState,
  Module,
  ModuleApi,
  ModuleService,
  ModuleTables,
} from '../gateway/module.ts';
import type { Api } from '../gateway/endpoint.ts';
import { modules } from './modules.ts';

/* What the modules add up to. Each function loads one part of every module. */

/** Loads the tables of all modules. */
export async function loadTables(of: readonly Module[] = modules): Promise<Required<ModuleTables>> {
  const loaded = await Promise.all(of.flatMap(({ tables }) => tables?.() ?? []));
  return {
    resources: loaded.flatMap(({ resources }) => resources),
    growth: loaded.flatMap(({ growth = [] }) => growth),
    personal: loaded.flatMap(({ personal = [] }) => personal),
  };
}

/** Loads the two APIs. */
export async function loadApis(of: readonly Module[] = modules): Promise<Apis> {
  const loaded = await Promise.all(of.flatMap(({ endpoints }) => endpoints?.() ?? []));
  return {
    control: assembleApi(
      {
        title: 'Gatehouse device control',
        description: 'Inventory, operations, diagnostics and metrics of the devices of a site.',
        prefix: '/control/api/v1',
      },
      loaded.flatMap(({ control = [] }) => control),
    ),
    gate: assembleApi(
      {
        title: 'Gatehouse access control',
        description: 'RADIUS accounting, AAA clients, users and organizations.',
        prefix: '/gate/api/v1',
      },
      loaded.flatMap(({ gate = [] }) => gate),
    ),
  };
}

/** Loads the state of all modules. The returned function creates the state of one gateway. */
export async function loadState(
  of: readonly Module[] = modules,
): Promise<(...parts: Parameters<CreateState>) => DomainState> {
  const loaded = await Promise.all(of.flatMap(({ state }) => state?.() ?? []));
  return (parts) => {
    const created = loaded.map((create) => create(parts));
    const field = <K extends keyof DomainState>(name: K): DomainState[K] => {
      for (const { [name]: value } of created) if (value !== undefined) return value;
      throw new Error(`no module has the state ${name}`);
    };
    return {
      inventory: field('inventory'),
      logins: field('logins'),
      secondFactors: field('secondFactors'),
      userSources: field('userSources'),
      wifiKeys: field('wifiKeys'),
      portal: field('portal'),
      limitWarnings: field('limitWarnings'),
      sheetLooks: field('sheetLooks'),
      dnsfilter: field('dnsfilter'),
      health: field('health'),
      taskRuns: field('taskRuns'),
      loginTests: field('loginTests'),
    };
  };
}

/** Loads the services of all modules. */
export async function loadServices(
  of: readonly Module[] = modules,
): Promise<readonly ModuleService[]> {
  return Promise.all(of.flatMap(({ service }) => service?.() ?? []));
}

function assembleApi(
  about: Pick<Api, 'title' | 'description' | 'prefix'>,
  parts: readonly ModuleApi[],
): Api {
  const merged = <T>(objects: readonly (Readonly<Record<string, T>> | undefined)[]) =>
    Object.fromEntries(objects.flatMap((object = {}) => Object.entries(object)));
  return {
    ...about,
    endpoints: parts.flatMap(({ endpoints }) => endpoints),
    tags: merged(parts.map(({ tags }) => tags)),
    examples: {
      fields: merged(parts.map(({ examples }) => examples?.fields)),
      bodies: merged(parts.map(({ examples }) => examples?.bodies)),
    },
  };
}
