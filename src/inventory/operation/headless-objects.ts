import {
  findRefused,
  type Adapter,
  type ObjectRequest,
  type WriteOutcome,
} from '../../contract/adapter.ts';
import type { DeviceType, ObjectSpec } from '../../device-type/device-type.ts';
import { asFault, Fault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { JobRun } from '../../gateway/job.ts';
import { createAdapterLog, type Connection } from '../device/connection.ts';
import { getDeviceType, type StoredDevice } from '../device/find-device.ts';

/** An `add.obj` or `del.obj` of a headless operation: `object.` with values, or `object.instance.` */
export interface ObjectVariable {
  readonly variable: string;
  readonly values?: readonly { readonly variable: string; readonly value?: unknown }[];
}

export type ObjectOperation = 'add.obj' | 'del.obj';

type Value = string | number | boolean;
type Change = ObjectRequest<ObjectSpec['command']>;

/**
 * Returns what each object of a request sends to the device, as text.
 *
 * @throws Fault `invalid` if the type has no such object, field or value, by its place in the body
 */
export function previewObjects(
  gateway: Gateway,
  device: StoredDevice,
  { operation, variables }: ObjectOperationRequest,
): readonly string[] {
  const type = getDeviceType(gateway, device);
  const adapter = gateway.adapters.get(type.connection.protocol);
  return variables.map((variable, at) => {
    const request = objectRequest(type, operation, { ...variable, errorPath: `variables.${at}` });
    return preview(adapter, request, `variables.${at}`);
  });
}

export interface ObjectOperationRequest {
  readonly operation: ObjectOperation;
  readonly variables: readonly ObjectVariable[];
}

/**
 * Adds or deletes the objects of a headless operation. A run that a restart or a lost reply interrupted accepts what the
 * device has done already.
 *
 * @throws Fault of the first object that the device refused
 */
export async function changeObjects(
  gateway: Gateway,
  { type, adapter, target, device }: Connection,
  { work, operation, variables }: ObjectOperationRequest & { readonly work: JobRun },
): Promise<readonly ObjectResult[]> {
  if (!adapter.changeObjects)
    throw new Fault('unsupported', `adapter ${adapter.name} has no objects`);
  const isRepeated = work.progress !== null;
  const requests = variables.map((variable, at) => ({
    ...objectRequest(type, operation, { ...variable, errorPath: `variables.${at}` }),
    isRepeated,
  }));
  // Only once connected: an unreachable device has not received a command.
  const beforeChange = async () => {
    if (!isRepeated) await work.saveProgress({ sent: true });
  };
  const log = createAdapterLog(gateway, { device });
  const context = { log, beforeChange, changeId: work.id };
  const outcomes = await work.runStep(
    { name: 'headless', timeoutMs },
    async (signal) =>
      (await adapter.changeObjects?.(target, requests, { ...context, signal })) ?? [],
  );
  const { resultOf } = objectOperations[operation];
  const results = requests.map((request, at) => resultOf(request, outcomes[at]));
  const at = findRefused(outcomes);
  const refused = outcomes[at];
  if (refused?.isAccepted === false) {
    const reason = `variables.${at}: ${refused.variable}: ${refused.fault.message}`;
    throw new Fault(refused.fault.kind, reason, { results });
  }
  return results;
}

/** What an operation has reached for an object. */
interface ObjectResult {
  readonly variable: string;
  /** Of `add.obj`: the new instance; null: no instance. */
  readonly instance?: number | string | null;
  /** Of `del.obj`. */
  readonly status?: 'applied' | 'error';
  /** Absent: it is done. */
  readonly error?: string;
}

/** Returns why an object was not changed; undefined: it was. */
function errorOf(outcome: WriteOutcome | undefined): string | undefined {
  if (outcome === undefined) return 'not sent, because the device refused another one';
  return outcome.isAccepted ? undefined : outcome.fault.message;
}

function addedResult({ variable, instance }: Change, outcome: WriteOutcome | undefined) {
  const error = errorOf(outcome);
  if (error !== undefined) return { variable, instance: null, error };
  return { variable, instance: /^\d{1,15}$/.test(instance) ? Number(instance) : instance };
}

function deletedResult({ variable }: Change, outcome: WriteOutcome | undefined): ObjectResult {
  const error = errorOf(outcome);
  return error === undefined
    ? { variable, status: 'applied' }
    : { variable, status: 'error', error };
}

const timeoutMs = 60_000;

type PlacedVariable = ObjectVariable & { readonly errorPath: string };

function objectRequest(
  type: DeviceType,
  operation: ObjectOperation,
  given: PlacedVariable,
): Change {
  const { variable } = given;
  const objects = type.objects ?? [];
  if (objects.length === 0)
    throw Fault.field(
      'operation',
      `Type "${type.short_name}" has no objects that can be added or deleted.`,
    );
  const { action, pathOf, valuesOf } = objectOperations[operation];
  const path = pathOf(variable);
  const spec = objects.find(({ object }) => object === path);
  if (!spec)
    throw Fault.field(
      `${given.errorPath}.variable`,
      `Type "${type.short_name}" has no object "${path}". Known: ${objects.map(({ object }) => object).join(', ')}.`,
    );
  const values = valuesOf(spec, given);
  const instance = String(values[spec.key] ?? '');
  return { variable, action, instance, values, command: spec.command, isRepeated: false };
}

/** Matches the instance at the end of a path: a number, or a name in brackets, which may have brackets and spaces in it. */
const lastPart = /(?:(\d+)|\[(.+)\])\.$/;

interface ObjectChange {
  readonly action: Change['action'];
  /** Returns the path of the object without the instance. */
  readonly pathOf: (variable: string) => string;
  /** Returns the values that the command has. @throws Fault `invalid` */
  readonly valuesOf: (spec: ObjectSpec, given: PlacedVariable) => Readonly<Record<string, Value>>;
  readonly resultOf: (request: Change, outcome: WriteOutcome | undefined) => ObjectResult;
}

const objectOperations: Readonly<Record<ObjectOperation, ObjectChange>> = {
  'add.obj': {
    action: 'add',
    pathOf: (variable) => variable,
    valuesOf: newValuesOf,
    resultOf: addedResult,
  },
  'del.obj': {
    action: 'delete',
    pathOf: (variable) => variable.replace(lastPart, ''),
    valuesOf: keyOf,
    resultOf: deletedResult,
  },
};

/** Returns the key of an instance. @throws Fault `invalid` if it cannot be one */
function keyOf(
  { key, fields }: ObjectSpec,
  { variable, errorPath }: PlacedVariable,
): Readonly<Record<string, Value>> {
  const [, number, name] = lastPart.exec(variable) ?? [];
  const value = number ?? name ?? '';
  checkPattern(fields[key], value, `${errorPath}.variable`);
  return { [key]: value };
}

function checkPattern(
  field: ObjectSpec['fields'][string] | undefined,
  value: Value,
  place: string,
) {
  const { pattern } = field ?? {};
  if (pattern === undefined || new RegExp(`^(?:${pattern})$`, 'u').test(String(value))) return;
  throw Fault.field(place, `Expected text that matches ${pattern}, not ${JSON.stringify(value)}.`);
}

/** Returns the values of a new instance, defaults among them. @throws Fault `invalid` naming the value */
function newValuesOf(
  { fields, object }: ObjectSpec,
  { values = [], errorPath }: PlacedVariable,
): Readonly<Record<string, Value>> {
  const given = new Map<string, Value>();
  for (const [at, { variable, value }] of values.entries()) {
    const field = fields[variable];
    const place = `${errorPath}.values.${at}`;
    if (field === undefined)
      throw Fault.field(
        `${place}.variable`,
        `Object "${object}" has no field "${variable}". Known: ${Object.keys(fields).join(', ')}.`,
      );
    if (!isOf(field.type, value)) throw Fault.field(`${place}.value`, `Expected ${field.type}.`);
    checkPattern(field, value, `${place}.value`);
    given.set(variable, value);
  }
  for (const [name, { default: fallback, required }] of Object.entries(fields)) {
    if (given.has(name)) continue;
    if (fallback !== undefined) given.set(name, fallback);
    else if (required) throw Fault.field(`${errorPath}.values`, `"${name}" is required.`);
  }
  return Object.fromEntries(given);
}

function isOf(type: 'string' | 'integer' | 'boolean', value: unknown): value is Value {
  return type === 'integer' ? Number.isSafeInteger(value) : typeof value === type;
}

function preview(adapter: Adapter | undefined, request: Change, place: string): string {
  try {
    return adapter?.previewObject?.(request) ?? '';
  } catch (error) {
    const fault = asFault(error);
    if (fault === null) throw error;
    throw Fault.field(place, `${fault.message}.`);
  }
}
