import { Ajv, type ErrorObject } from 'ajv';
import type { TSchema } from 'typebox';
import { isRecord } from '../../contract/fields.ts';
import { nearestTo } from '../../runtime/command/nearest.ts';
import { ajvOptions, describeError, joinUnions } from '../../contract/schema.ts';

/** A fault of a value in a device type file, which has no secrets. */
export interface SchemaFault {
  /** Keys and positions down to the value, a missing or unknown one included. */
  readonly path: readonly string[];
  readonly text: string;
}

const ajv = new Ajv({ ...ajvOptions, verbose: true });
const maxShownLength = 60;

/** Checks a value against a schema, and fills its defaults in. Returns everything that is wrong. */
export function findSchemaFaults(schema: TSchema, value: unknown): readonly SchemaFault[] {
  const validate = ajv.compile(schema);
  if (validate(value)) return [];
  return joinUnions(validate.errors ?? []).map(faultOf);
}

/** Returns the faults of `findSchemaFaults`, each in one line after its place in the file. */
export function placedSchemaFaults(
  schema: TSchema,
  value: unknown,
  where: string,
): readonly string[] {
  return findSchemaFaults(schema, value).map(
    ({ path, text }) => `${[where, ...path].join('.')}: ${text}`,
  );
}

function faultOf(error: ErrorObject): SchemaFault {
  const params: Readonly<Record<string, unknown>> = error.params;
  const inside = params['missingProperty'] ?? params['additionalProperty'];
  const path = error.instancePath.split('/').slice(1).map(unescaped);
  return {
    path: typeof inside === 'string' ? [...path, inside] : path,
    text: textOf(error, typeof inside === 'string' ? inside : ''),
  };
}

/** Decodes a step of a JSON pointer (RFC 6901 section 4). */
function unescaped(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}

function textOf(error: ErrorObject, key: string): string {
  const { keyword, data, parentSchema } = error;
  const { expected } = describeError(error);
  if (keyword === 'required') return 'is required';
  if (keyword === 'additionalProperties') return unknownKey(key, parentSchema);
  if (keyword === 'enum') return `must be one of ${expected ?? ''}, not ${shown(data)}`;
  if (keyword === 'type') return `must be ${expected ?? ''}, not ${shown(data)}`;
  if (keyword === 'anyOf') return `cannot be ${shown(data)}${described(parentSchema)}`;
  const reason = `must be ${expected ?? ''}`;
  return typeof data === 'object' ? reason : `${reason}, not ${shown(data)}`;
}

function unknownKey(key: string, parentSchema: ErrorObject['parentSchema']): string {
  const properties: unknown = parentSchema?.['properties'];
  if (!isRecord(properties)) return 'is no valid name';
  const known = Object.keys(properties);
  const nearest = nearestTo(key, known);
  return nearest === undefined
    ? `is unknown; there are ${known.join(', ')}`
    : `is unknown; did you mean ${nearest}?`;
}

function described(parentSchema: ErrorObject['parentSchema']): string {
  const description: unknown = parentSchema?.['description'];
  return typeof description === 'string' ? `: ${description}` : '';
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (isRecord(value)) return 'an object';
  const text = JSON.stringify(value);
  return text.length <= maxShownLength ? text : `${text.slice(0, maxShownLength)}…`;
}
