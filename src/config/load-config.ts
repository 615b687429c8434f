import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Ajv } from 'ajv';
import type { TObject, TSchema } from 'typebox';
import { isMap, isScalar, parseDocument, LineCounter, type Document, type YAMLMap } from 'yaml';
import { ajvOptions } from '../schema.ts';
import { configSchema, type Config } from './config-schema.ts';
import { checkTlsFiles } from './tls-files.ts';
import { errorCode } from '../errors.ts';
import { isObjectSchema, isRecord } from '../fields.ts';

export type { Config } from './config-schema.ts';

/** Error in the configuration: location, key, value and what is expected. */
export interface ConfigFault {
  readonly location: string;
  readonly key: string;
  readonly value: unknown;
  readonly expected: string;
}

export class ConfigFaults extends Error {
  readonly faults: readonly ConfigFault[];

  constructor(given: readonly ConfigFault[]) {
    const faults = given.map((fault) => ({ ...fault, value: withoutSecrets(fault) }));
    super(
      faults
        .map(
          ({ location, key, value, expected }) =>
            `${location}: ${key}: ${JSON.stringify(value)}: expected ${expected}`,
        )
        .join('\n'),
    );
    this.name = 'ConfigFaults';
    this.faults = faults;
  }
}

/** Returns the value of a fault as it may be printed: no passwords, and none of a database's address. */
function withoutSecrets({ key, value }: ConfigFault): unknown {
  const text = JSON.stringify(value ?? null);
  const isSecret = /password|passwd|secret|token|database/i.test(key) && key !== 'secret_key_file';
  return isSecret || text.includes('://') ? '***' : value;
}

interface Leaf {
  readonly path: readonly string[];
  readonly schema: TSchema & { readonly default?: unknown; readonly description?: string };
}

/** A value and its location. */
interface Found {
  readonly location: string;
  readonly value: unknown;
}

const ajv = new Ajv(ajvOptions);
const prefix = 'GATEHOUSE_';
/** Variables that Kubernetes sets for a service with the name of the gateway: `GATEHOUSE_PORT=tcp://10.0.0.1:8080`. */
const serviceVariable =
  /^GATEHOUSE_(?:PORT(?:_\d+_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?)?|SERVICE_(?:HOST|PORT(?:_\w+)?))$/;

/**
 * Reads the configuration: the file, overridden by the environment (`http.port` by `GATEHOUSE_HTTP_PORT`), completed
 * by the defaults. Relative paths start at the working directory.
 *
 * @throws ConfigFaults  all errors at once
 */
export function loadConfig(
  file: string,
  environment: Readonly<Record<string, string | undefined>>,
): Config {
  const { values, faults } = readFile(file);
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
    set(config, leaf.path, value);
    places.set(leaf.path.join('.'), found.location);
  }
  faults.push(...unknownVariables(environment));
  if (faults.length > 0) throw new ConfigFaults(faults);
  // Filled key by key from the schema above, each value checked: no single check yields the whole type.
  const checked = withPaths(config as Config);
  const wrong = checkTlsFiles(checked.radius.tls).map((fault) => ({
    location: places.get(fault.key) ?? file,
    ...fault,
  }));
  if (wrong.length > 0) throw new ConfigFaults(wrong);
  return checked;
}

/** Returns every key of the configuration with its path. */
export function configKeys(schema: TObject, path: readonly string[] = []): Leaf[] {
  return Object.entries(schema.properties).flatMap(([key, property]) =>
    isObjectSchema(property)
      ? configKeys(property, [...path, key])
      : [{ path: [...path, key], schema: property }],
  );
}

/** Returns the environment variable that overrides a key. */
export function environmentVariable(path: readonly string[]): string {
  return prefix + path.join('_').toUpperCase();
}

function readFile(file: string): { values: Map<string, Found>; faults: ConfigFault[] } {
  const values = new Map<string, Found>();
  const lines = new LineCounter();
  let document: Document.Parsed;
  try {
    document = parseDocument(readFileSync(file, 'utf8'), { lineCounter: lines });
  } catch (error) {
    return {
      values,
      faults: [
        {
          location: file,
          key: '(file)',
          value: errorCode(error),
          expected: 'a readable file',
        },
      ],
    };
  }
  const faults: ConfigFault[] = document.errors.map((error) => ({
    location: `${file}:${error.linePos?.[0].line ?? 1}`,
    key: '(file)',
    value: error.code,
    expected: 'YAML',
  }));
  if (isMap(document.contents))
    walk(document.contents, {
      path: [],
      where: (offset) => `${file}:${lines.linePos(offset).line}`,
      values,
      faults,
    });
  else if (document.contents !== null)
    faults.push({
      location: file,
      key: '(file)',
      value: String(document.contents),
      expected: 'keys and values',
    });
  return { values, faults };
}

interface Walk {
  readonly path: readonly string[];
  readonly where: (offset: number) => string;
  readonly values: Map<string, Found>;
  readonly faults: ConfigFault[];
}

function walk(map: YAMLMap, at: Walk): void {
  for (const { key, value } of map.items) {
    if (!isScalar(key)) continue;
    const path = [...at.path, String(key.value)];
    const where = at.where(key.range?.[0] ?? 0);
    const known = knownAt(path);
    if (known === 'nothing')
      at.faults.push({
        location: where,
        key: path.join('.'),
        value: plain(value),
        expected: `one of ${siblings(at.path)}`,
      });
    else if (known === 'value')
      at.values.set(path.join('.'), { location: where, value: plain(value) });
    else if (isMap(value)) walk(value, { ...at, path });
    else if (plain(value) !== null)
      at.faults.push({
        location: where,
        key: path.join('.'),
        value: plain(value),
        expected: `the keys ${siblings(path)}`,
      });
  }
}

function knownAt(path: readonly string[]): 'value' | 'section' | 'nothing' {
  const text = path.join('.');
  const all = configKeys(configSchema).map((leaf) => leaf.path.join('.'));
  if (all.includes(text)) return 'value';
  return all.some((key) => key.startsWith(`${text}.`)) ? 'section' : 'nothing';
}

function siblings(path: readonly string[]): string {
  const names = configKeys(configSchema)
    .filter((leaf) => path.every((part, depth) => leaf.path[depth] === part))
    .map((leaf) => leaf.path[path.length]);
  return [...new Set(names)].join(', ');
}

function plain(node: unknown): unknown {
  return isScalar(node)
    ? node.value
    : node === null || node === undefined
      ? null
      : JSON.parse(JSON.stringify(node));
}

function fromEnvironment(
  { path, schema }: Leaf,
  environment: Readonly<Record<string, string | undefined>>,
): Found | undefined {
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
  return value
    .split(',')
    .map((item) => item.trim())
    .map((item) => (/^\d+$/.test(item) ? Number(item) : item));
}

function unknownVariables(
  environment: Readonly<Record<string, string | undefined>>,
): ConfigFault[] {
  const known = new Set(configKeys(configSchema).map(({ path }) => environmentVariable(path)));
  return Object.keys(environment)
    .filter((name) => name.startsWith(prefix) && !known.has(name) && !serviceVariable.test(name))
    .map((name) => ({
      location: name,
      key: name,
      value: environment[name],
      expected: `one of ${variablesLike(name, [...known]).join(', ')}`,
    }));
}

/** Returns the variables that share the most words with a name from its beginning. */
function variablesLike(name: string, known: readonly string[]): readonly string[] {
  const end = name.lastIndexOf('_');
  const start = name.slice(0, end + 1);
  const alike = known.filter((variable) => variable.startsWith(start));
  return alike.length > 0 || end <= 0 ? alike : variablesLike(name.slice(0, end), known);
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

function withPaths(config: Config): Config {
  const dataDir = resolve(config.data_dir);
  const { radius } = config;
  const { certificate, key, ca } = radius.tls;
  const tls = {
    ...radius.tls,
    certificate: resolveIfSet(certificate),
    key: resolveIfSet(key),
    ca: resolveIfSet(ca),
  };
  return {
    ...config,
    data_dir: dataDir,
    secret_key_file: resolveIfSet(config.secret_key_file) || join(dataDir, 'secret.key'),
    device_types_dir: resolveIfSet(config.device_types_dir),
    radius: { ...radius, dictionary_dir: resolveIfSet(radius.dictionary_dir), tls },
  };
}

function resolveIfSet(path: string): string {
  return path === '' ? '' : resolve(path);
}
