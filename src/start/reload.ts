import { isDeepStrictEqual } from 'node:util';
import type { Config } from '../config/config-schema.ts';
import { differingKeys } from '../config/config-values.ts';
import type { DeviceType } from '../device-type/device-type.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { HttpsListener } from '../http/secure/https-server.ts';
import { syncDeviceTypes } from '../inventory/type/device-type-sync.ts';
import { readDeviceTypes } from '../inventory/type/read-device-types.ts';
import type { ReloadableDictionary } from '../protocol/radius/dictionary.ts';

/** The parts that a reload reads again, in addition to the configuration. */
interface Reloadable {
  readonly readTypes: (config: Config) => Promise<{
    readonly types: ReadonlyMap<string, DeviceType>;
    readonly faults: readonly string[];
    /** Types whose file has an error; they stay unchanged. */
    readonly faulty: ReadonlySet<string>;
  }>;
  /** Stores the types and puts them into use. */
  readonly useTypes: (types: ReadonlyMap<string, DeviceType>) => Promise<void>;
  /** Reads the dictionaries again. @throws Error naming an invalid line; the former dictionaries stay in use */
  readonly readDictionary: () => void;
  /** Puts renewed certificates into use. @returns true if any was renewed */
  readonly renewCertificates: () => Promise<boolean>;
}

/** The changes of a reload, as text. */
export interface ReloadReport {
  readonly changed: readonly string[];
  /** Changed keys of the configuration that need a restart. */
  readonly wantRestart: readonly string[];
  /** Errors of parts that could not be read; their former state stays in use. */
  readonly faults: readonly string[];
}

/** Keys that apply without a restart. */
const liveKeys = new Set(['log.level']);

interface ReloadedParts {
  readonly dictionary: ReloadableDictionary;
  readonly https: HttpsListener | null;
  /** The types that all parts use: a reload replaces its entries. */
  readonly types: Map<string, DeviceType>;
}

/** Returns the function that reloads the parts that may change at run time. */
export function createReload(
  gateway: Gateway,
  { dictionary, https, types }: ReloadedParts,
): (config: Config) => Promise<ReloadReport> {
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
  return (config) => reload.run(config);
}

/** Reloads the parts that may change at run time. */
class Reload {
  readonly #gateway: Pick<Gateway, 'config' | 'deviceTypes' | 'log'>;
  readonly #parts: Reloadable;
  #level: Config['log']['level'];

  constructor(gateway: Pick<Gateway, 'config' | 'deviceTypes' | 'log'>, parts: Reloadable) {
    this.#gateway = gateway;
    this.#parts = parts;
    this.#level = gateway.config.log.level;
  }

  async run(config: Config): Promise<ReloadReport> {
    const changed: string[] = [];
    const faults: string[] = [];
    const step = async (what: string, work: () => Promise<readonly string[]>) => {
      try {
        changed.push(...(await work()));
      } catch (error) {
        faults.push(`${what}: ${error instanceof Error ? error.message : String(error)}`);
      }
    };
    this.#useLevel(config, changed);
    await step('device types', async () => {
      const read = await this.#parts.readTypes(this.#gateway.config);
      faults.push(...read.faults);
      return this.#useTypes(this.#withFormer(read.types, read.faulty));
    });
    await step('dictionaries', () => {
      this.#parts.readDictionary();
      return Promise.resolve([]);
    });
    await step('certificates', async () =>
      (await this.#parts.renewCertificates()) ? ['HTTPS certificate'] : [],
    );
    const wantRestart = differingKeys(this.#gateway.config, config).filter(
      (key) => !liveKeys.has(key),
    );
    return { changed, wantRestart, faults };
  }

  #useLevel({ log: { level } }: Config, changed: string[]): void {
    if (level === this.#level) return;
    changed.push(`log.level: ${level}`);
    this.#level = level;
    this.#gateway.log.level = level;
  }

  /** Returns the read types, and the former types of faulty files. */
  #withFormer(types: ReadonlyMap<string, DeviceType>, faulty: ReadonlySet<string>) {
    const kept = [...this.#gateway.deviceTypes].filter(
      ([name]) => faulty.has(name) && !types.has(name),
    );
    return new Map([...types, ...kept]);
  }

  async #useTypes(types: ReadonlyMap<string, DeviceType>): Promise<readonly string[]> {
    const former = new Map(this.#gateway.deviceTypes);
    const names = [...new Set([...former.keys(), ...types.keys()])].filter(
      (name) => !isDeepStrictEqual(former.get(name), types.get(name)),
    );
    if (names.length > 0) await this.#parts.useTypes(types);
    return names.map((name) => {
      if (!former.has(name)) return `device type ${name}: added`;
      return `device type ${name}: ${types.has(name) ? 'changed' : 'removed'}`;
    });
  }
}
