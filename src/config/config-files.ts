import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TObject, TSchema } from 'typebox';
import { isMap, isScalar, parseDocument, LineCounter, type Document, type YAMLMap } from 'yaml';
import { configSchema } from './config-schema.ts';
import { errorCode } from '../contract/errors.ts';
import { isObjectSchema } from '../contract/fields.ts';
import { isDenied } from '../runtime/machine/file-access.ts';

/** Error in the configuration: location, key, value and the expected form. */
export interface ConfigFault {
  readonly location: string;
  readonly key: string;
  readonly value: unknown;
  readonly expected: string;
}

/** A key of the configuration. */
export interface Leaf {
  readonly path: readonly string[];
  readonly schema: TSchema & { readonly default?: unknown; readonly description?: string };
}

/** A value and its location. */
export interface Found {
  readonly location: string;
  readonly value: unknown;
}

interface FileContents {
  readonly values: Map<string, Found>;
  readonly faults: ConfigFault[];
}

/**
 * Reads a configuration file and `conf.d/*.yaml` in its folder, in the order of their names: a key of a later file overrides that
 * of an earlier one, so that a site keeps its keys apart from a file that is shipped.
 *
 * @param file  a file; `conf.d` is in the folder of this path, even if the file is a symbolic link
 */
export function readConfigFiles(file: string): FileContents {
  const values = new Map<string, Found>();
  const faults: ConfigFault[] = [];
  for (const read of [
    readFile(file),
    ...siteFiles(join(dirname(file), 'conf.d'), faults).map(readFile),
  ]) {
    for (const [key, found] of read.values) values.set(key, found);
    faults.push(...read.faults);
  }
  return { values, faults };
}

/** Returns the YAML files of a folder, by name; an empty list if the folder is missing. */
function siteFiles(folder: string, faults: ConfigFault[]): readonly string[] {
  try {
    const real = realpathSync(folder);
    return readdirSync(real)
      .filter((name) => /^[^.].*\.ya?ml$/.test(name))
      .sort()
      .map((name) => join(real, name));
  } catch (error) {
    const value = errorCode(error);
    if (value !== 'ENOENT')
      faults.push({ location: folder, key: '(folder)', value, expected: 'a readable folder' });
    return [];
  }
}

/** Returns every key of the configuration with its path. */
export function configKeys(schema: TObject, path: readonly string[] = []): Leaf[] {
  return Object.entries(schema.properties).flatMap(([key, property]) =>
    isObjectSchema(property)
      ? configKeys(property, [...path, key])
      : [{ path: [...path, key], schema: property }],
  );
}

/** Reads one file. @returns its values by key, and its errors */
function readFile(file: string): FileContents {
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
          value: file,
          expected: isDenied(error)
            ? 'a readable file (permission denied)'
            : `a readable file (${errorCode(error) ?? 'unknown error'})`,
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
    if (known === 'unknown')
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

function knownAt(path: readonly string[]): 'value' | 'section' | 'unknown' {
  const text = path.join('.');
  const all = configKeys(configSchema).map((leaf) => leaf.path.join('.'));
  if (all.includes(text)) return 'value';
  return all.some((key) => key.startsWith(`${text}.`)) ? 'section' : 'unknown';
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
