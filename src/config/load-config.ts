import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { Ajv } from 'ajv';
import type { TSchema } from 'typebox';
import { ajvOptions } from '../contract/schema.ts';
import {
  configKeys,
  readConfigFiles,
  type ConfigFault,
  type Found,
  type Leaf,
} from './config-files.ts';
import { configSchema, type Config } from './config-schema.ts';
import { readFileVariables } from './file-variables.ts';
import { isPath } from './key-schemas.ts';
import { withPresentHosts } from './present-hosts.ts';
import { checkTlsFiles } from './tls-files.ts';
import { isRecord } from '../contract/fields.ts';
import { nearestTo, sortByDistance } from '../runtime/command/nearest.ts';
import { gatewayVariables } from '../runtime/command/variables.ts';
import { parameterFault } from '../store/postgres-address.ts';

export type { ConfigFault } from './config-files.ts';
export type { Config } from './config-schema.ts';
export { configKeys } from './config-files.ts';

export class ConfigFaults extends Error {
  readonly faults: readonly ConfigFault[];

  constructor(given: readonly ConfigFault[]) {
    const faults = given.map((fault) => ({ ...fault, value: withoutSecrets(fault) }));
    super(
      faults
        .map(
          ({ location, key, value, expected }) =>
            `${location === key ? key : `${location}: ${key}`}: ${JSON.stringify(value)}: expected ${expected}`,
        )
        .join('\n'),
    );
    this.name = 'ConfigFaults';
    this.faults = faults;
  }
}

/** Returns the value of a fault in printable form, without passwords, including the password in a database address. */
function withoutSecrets({ key, value }: ConfigFault): unknown {
  const text = JSON.stringify(value ?? null);
  return isSecretKey(key) || text.includes('://') ? '***' : value;
}

function isSecretKey(key: string): boolean {
  return /password|passwd|secret|token|database/i.test(key) && !/secret_key_file$/i.test(key);
}

type Environment = Readonly<Record<string, string | undefined>>;

const ajv = new Ajv(ajvOptions);
const prefix = 'GATEHOUSE_';
/** Variables that Kubernetes sets for a service with the name of the gateway: `GATEHOUSE_PORT=tcp://10.0.0.1:8080`. */
const serviceVariable =
  /^GATEHOUSE_(?:PORT(?:_\d+_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?)?|SERVICE_(?:HOST|PORT(?:_\w+)?))$/;

/**
 * Reads the configuration: the file, the files of the folder `conf.d` next to it, the environment (`http.port` by
 * `GATEHOUSE_HTTP_PORT`), each overriding those before it, completed by the defaults. Relative paths start at the working directory.
 *
 * @throws ConfigFaults  with all errors
 */
export function loadConfig(file: string, given: Environment): Config {
  const { values, faults } = readConfigFiles(file);
  const { environment, faults: unread } = readFileVariables(given, secretVariables());
  faults.push(...unread);
  const config: Record<string, unknown> = {};
  const places = new Map<string, string>();
  for (const leaf of configKeys(configSchema)) {
    const found = fromEnvironment(leaf, environment) ??
      values.get(leaf.path.join('.')) ?? { location: file, value: leaf.schema.default };
    const value = isList(leaf.schema) ? listOf(found.value) : found.value;
    // Defaults are not checked: compiling a check for every key would slow down the start.
    if (found.value !== leaf.schema.default && !ajv.validate(leaf.schema, value)) {
      faults.push({
        location: found.location,
        key: leaf.path.join('.'),
        value: found.value,
        expected: leaf.schema.description ?? 'another value',
      });
    }
    set(config, leaf.path, withAbsolutePath(leaf, value));
    places.set(leaf.path.join('.'), found.location);
  }
  faults.push(...unknownVariables(environment));
  if (faults.length > 0) throw new ConfigFaults(faults);
  // Filled key by key from the schema above, each value checked: no single check yields the whole type.
  const checked = withPresentHosts(withPaths(config as Config, environment));
  const wrong = [...checkDatabase(checked), ...checkTlsFiles(checked)].map((fault) => ({
    location: places.get(fault.key) ?? file,
    ...fault,
  }));
  if (wrong.length > 0) throw new ConfigFaults(wrong);
  return checked;
}

function checkDatabase({ database: { url } }: Config) {
  const expected = parameterFault(url);
  return expected === null ? [] : [{ key: 'database.url', value: url, expected }];
}

/** Returns the variables with a secret; their values may also be in a file. */
function secretVariables(): string[] {
  return configKeys(configSchema)
    .filter(({ path }) => isSecretKey(path.join('.')) && !path.join('.').endsWith('_file'))
    .map(({ path }) => environmentVariable(path));
}

/** Returns the environment variable that overrides a key. */
export function environmentVariable(path: readonly string[]): string {
  return prefix + path.join('_').toUpperCase();
}

function fromEnvironment({ path, schema }: Leaf, environment: Environment): Found | undefined {
  const variable = environmentVariable(path);
  const text = environment[variable];
  if (text === undefined) return undefined;
  const type = 'type' in schema ? schema.type : 'string';
  if (type === 'integer' && /^-?\d+$/.test(text))
    return { location: variable, value: Number(text) };
  if (type === 'boolean' && /^(true|false)$/.test(text))
    return { location: variable, value: text === 'true' };
  return { location: variable, value: text };
}

function isList(schema: TSchema): boolean {
  return 'items' in schema;
}

/** Converts `[1812, 1645]`, `1812` and `'1812, 1645'` (also from the environment) to a list. */
function listOf(value: unknown): unknown {
  if (typeof value !== 'string') return Array.isArray(value) ? value : [value];
  if (value.trim() === '') return [];
  return value
    .split(',')
    .map((item) => item.trim())
    .map((item) => (/^\d+$/.test(item) ? Number(item) : item));
}

function unknownVariables(environment: Environment): ConfigFault[] {
  const known = configKeys(configSchema).map(({ path }) => environmentVariable(path));
  const allowed = new Set<string>([...known, ...Object.values(gatewayVariables)]);
  return Object.keys(environment)
    .filter((name) => name.startsWith(prefix) && !allowed.has(name) && !serviceVariable.test(name))
    .map((name) => ({
      location: name,
      key: name,
      value: environment[name],
      expected: expectedInstead(name, known),
    }));
}

/** Variables that an error names at most. */
const maxNamed = 5;

function expectedInstead(name: string, known: readonly string[]): string {
  const nearest = nearestTo(name, known);
  if (nearest !== undefined) return nearest;
  const alike = sortByDistance(name, variablesLike(name, known));
  if (alike.length === 0) return 'a key of config/gatehouse.yaml, such as GATEHOUSE_HTTP_PORT';
  const more = alike.length > maxNamed ? ` or another of ${alike.length} that begin alike` : '';
  return `one of ${alike.slice(0, maxNamed).join(', ')}${more}`;
}

/** Returns the variables that share the most words with a name from its beginning, and more than the prefix of all. */
function variablesLike(name: string, known: readonly string[]): readonly string[] {
  const start = name.slice(0, name.lastIndexOf('_') + 1);
  if (start.length <= prefix.length) return [];
  const alike = known.filter((variable) => variable.startsWith(start));
  return alike.length > 0 ? alike : variablesLike(start.slice(0, -1), known);
}

function set(target: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [first = '', ...rest] = path;
  if (rest.length === 0) {
    target[first] = value;
    return;
  }
  const section = isRecord(target[first]) ? { ...target[first] } : {};
  target[first] = section;
  set(section, rest, value);
}

function withAbsolutePath({ schema }: Leaf, value: unknown): unknown {
  return isPath(schema) && typeof value === 'string' && value !== '' ? resolve(value) : value;
}

/** Completes what depends on other keys, or on the environment. */
function withPaths(config: Config, environment: Environment): Config {
  const keyFile = config.secret_key_file || join(config.data_dir, 'secret.key');
  const [, file] = /^sqlite:(.+)$/.exec(config.database.url) ?? [];
  const url = file === undefined ? config.database.url : `sqlite:${resolve(file)}`;
  return {
    ...config,
    database: { ...config.database, url },
    portal: {
      ...config.portal,
      public_url: config.portal.public_url || config.http.public_url,
    },
    secret_key_file: credentialOf(keyFile, environment),
  };
}

/** Returns the copy of a file that systemd hands to its service (`LoadCredential`, by the file's name); else the file. */
function credentialOf(file: string, { CREDENTIALS_DIRECTORY: folder }: Environment): string {
  const credential = folder === undefined ? file : join(folder, basename(file));
  return existsSync(credential) ? credential : file;
}
