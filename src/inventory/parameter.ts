import type { Reading, Value } from '../adapter.ts';
import type { ParameterSpec } from '../device-type.ts';
import { Fault } from '../errors.ts';
import type { Gateway } from '../gateway.ts';
import { compiled, type Statement } from '../store/store.ts';
import type { Connection } from './connection.ts';

/**
 * Reads parameters of a device, in the words of its type.
 *
 * @param asked.variables  variable names, or null for all that the type can read
 * @returns                a reading for each, typed as the parameter says
 * @throws Fault where the device as a whole does not answer
 */
export async function readParameters(
  gateway: Gateway,
  { adapter, target, type, device }: Connection,
  asked: { readonly variables: readonly string[] | null; readonly signal: AbortSignal },
): Promise<readonly Reading[]> {
  if (!adapter.read) throw new Fault('unsupported', `${adapter.name} cannot read`);
  const wanted = type.parameters.filter(({ variable_name }) => asked.variables?.includes(variable_name) ?? true);
  if (wanted.length === 0) return [];
  const questions = wanted.map(({ variable_name, read }) => ({ variable: variable_name, command: read }));
  const log = (message: string, fields: Readonly<Record<string, unknown>> = {}) => {
    gateway.log.debug({ device: device.id, ...fields }, message);
  };
  const readings = await adapter.read(target, questions, { signal: asked.signal, log });
  const specs = new Map(wanted.map((spec) => [spec.variable_name, spec]));
  return readings.map((reading) => typed(reading, specs.get(reading.variable)));
}

/** A reading as the parameter's type says; what does not fit it is no value. */
function typed(reading: Reading, spec: ParameterSpec | undefined): Reading {
  if (reading.value === null || !spec) return reading;
  const value = convert(reading.value, spec.type);
  if (value !== null) return { variable: reading.variable, value };
  return {
    variable: reading.variable,
    value: null,
    fault: `expected ${spec.type}, the device said ${JSON.stringify(String(reading.value).slice(0, 80))}`,
  };
}

function convert(value: Value, type: ParameterSpec['type']): Value | null {
  const text = String(value).trim();
  if (type === 'integer') return /^[+-]?\d+$/.test(text) ? exact(BigInt(text)) : null;
  if (type === 'float') return text !== '' && Number.isFinite(Number(text)) ? Number(text) : null;
  if (type === 'boolean')
    return /^(true|false|1|0|yes|no|on|off|up|down)$/i.test(text) ? /^(true|1|yes|on|up)$/i.test(text) : null;
  return text;
}

function exact(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/** Statements that keep what a device said of its parameters; one that it did not answer keeps its last value. */
export async function saveReadings(gateway: Gateway, { device }: Connection, readings: readonly Reading[]): Promise<Statement[]> {
  const { db } = gateway.store;
  const at = gateway.now().getTime();
  const rows = await db
    .selectFrom('inventory_parameter')
    .select(['id', 'variable_name'])
    .where('type', '=', device.type)
    .execute();
  const ids = new Map(rows.map(({ id, variable_name }) => [variable_name, id]));
  return readings.flatMap((reading) => {
    const parameter = ids.get(reading.variable);
    if (parameter === undefined || reading.value === null) return [];
    const value = JSON.stringify(typeof reading.value === 'bigint' ? reading.value.toString() : reading.value);
    const insert = db
      .insertInto('inventory_setting')
      .values({ device: device.id, parameter, value, created_at: at, updated_at: at });
    return [
      compiled(insert.onConflict((conflict) => conflict.columns(['device', 'parameter']).doUpdateSet({ value, updated_at: at }))),
    ];
  });
}
