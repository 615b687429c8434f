import { basename } from 'node:path';
import { parse } from 'yaml';
import { deviceTypeSchema, type DeviceType } from '../device-type.ts';
import { isRecord } from '../../contract/fields.ts';
import { findSchemaFaults, type SchemaFault } from './schema-faults.ts';

/** A device type as far as its schema allows. */
export interface ParsedType {
  /** The type without its faulty parts; null if the rest cannot be checked. */
  readonly type: DeviceType | null;
  /** Faults without the file: path, reason. */
  readonly faults: readonly string[];
  /** Names of all parameters, those with faults included. */
  readonly parameterNames: readonly string[];
}

/**
 * Parses a file, and leaves out the operations, parameters and other parts that do not follow the schema, so that the rest
 * can be checked as well.
 *
 * @param file  its path
 */
export function parseType(file: string, text: string): ParsedType {
  let content: unknown;
  try {
    content = parse(text);
  } catch (error) {
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n', 1);
    return { type: null, faults: [reason], parameterNames: [] };
  }
  const faults = findSchemaFaults(deviceTypeSchema, content);
  const described = faults.map(({ path, text: reason }) => `${placeOf(path, content)}${reason}`);
  const parameterNames = namesIn(content);
  const rest = faults.length === 0 ? content : without(content, faults, file);
  if (!isType(rest)) return { type: null, faults: described, parameterNames };
  const name = basename(file, '.yaml');
  if (rest.short_name === name) return { type: rest, faults: described, parameterNames };
  const renamed = `short_name: expected ${name}, as the file's name`;
  return { type: rest, faults: [...described, renamed], parameterNames };
}

function isType(content: unknown): content is DeviceType {
  return findSchemaFaults(deviceTypeSchema, content).length === 0;
}

/** Keys with members that are checked individually. */
const lists = ['operations', 'diagnostics', 'parameters', 'metrics', 'objects', 'detect'];

/** Returns the content without the parts that have a fault. */
function without(content: unknown, faults: readonly SchemaFault[], file: string): unknown {
  if (!isRecord(content)) return null;
  const rest = structuredClone(content);
  // From the end, so that the positions before stay.
  const parts = faults.map(({ path }) => path.slice(0, lists.includes(path[0] ?? '') ? 2 : 1));
  const removed = new Map(parts.map((part) => [part.join('/'), part]));
  const order = [...removed.values()].toSorted((one, other) => positionOf(other) - positionOf(one));
  for (const [key = '', member] of order) remove(rest, key, member);
  return { short_name: basename(file, '.yaml'), name: 'nameless', ...rest };
}

/** Returns the position of a member of a list; -1 for a member with a name. */
function positionOf([, member = '']: readonly string[]): number {
  return /^\d+$/.test(member) ? Number(member) : -1;
}

function remove(rest: Record<string, unknown>, key: string, member: string | undefined): void {
  const list = rest[key];
  if (member !== undefined && Array.isArray(list)) list.splice(Number(member), 1);
  else if (member !== undefined && isRecord(list)) Reflect.deleteProperty(list, member);
  else Reflect.deleteProperty(rest, key);
}

/** Fields that name the members of lists. */
const nameFields: Readonly<Record<string, string>> = {
  parameters: 'variable_name',
  metrics: 'name',
  objects: 'object',
};

/** Returns the place in the file, members of lists by their name, and a colon; empty for the file as a whole. */
function placeOf(path: readonly string[], content: unknown): string {
  const [key = '', member = '', ...deeper] = path;
  const list = isRecord(content) ? content[key] : undefined;
  const found: unknown = Array.isArray(list) ? list[Number(member)] : undefined;
  const name = isRecord(found) ? found[nameFields[key] ?? ''] : undefined;
  const place = typeof name === 'string' ? [key, name, ...deeper] : path;
  return place.length === 0 ? '' : `${place.join('.')}: `;
}

function namesIn(content: unknown): readonly string[] {
  const parameters = isRecord(content) ? content['parameters'] : undefined;
  if (!Array.isArray(parameters)) return [];
  return parameters.flatMap((one: unknown) =>
    isRecord(one) && typeof one['variable_name'] === 'string' ? [one['variable_name']] : [],
  );
}
