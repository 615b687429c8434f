import { isDeepStrictEqual } from 'node:util';
import { asFault, Fault } from '../../contract/errors.ts';
import { encodeAssignment, type SnmpSet } from './assignment.ts';
import { isOid, type SnmpCommand } from './schema.ts';
import type { SnmpRefusal, SnmpSession } from './session.ts';

/** Returns the SETs of an operation in order. @throws Fault `unsupported` if its command only reads */
export function setsOf(command: SnmpCommand): readonly SnmpSet[] {
  const { oid, set } = command;
  if (set === undefined) throw new Fault('unsupported', `the command of ${oid} has no set`);
  checkInstance(command);
  const { then = [], ...first } = set;
  return [{ oid, ...first }, ...then];
}

/** Checks that a command names its rows without parameters of an operation. @throws Fault `unsupported` */
export function checkInstance({ oid, instance }: SnmpCommand): void {
  if (instance !== undefined)
    throw new Fault(
      'unsupported',
      `the instance of ${oid} is filled by parameters of an operation only`,
    );
}

/** Sets variables one after the other. @throws Fault `rejected` with the first that the device refuses */
export async function setInOrder(session: SnmpSession, sets: readonly SnmpSet[]): Promise<void> {
  const assignments = sets.map(({ oid, type, value }) => encodeAssignment(oid, type, value));
  for (const assignment of assignments) {
    const refusal = await session.set([assignment]);
    if (refusal !== null)
      throw new Fault('rejected', `${refusal.fault} to SET ${refusal.oid ?? assignment.oid}`);
  }
}

/**
 * Carries out an operation. Its command may say that the device restarts or goes off instead of answering the last request.
 *
 * @returns true if the device did not answer that one
 * @throws  Fault as `setInOrder`, and of a device that does not answer otherwise
 */
export async function operateBySets(session: SnmpSession, command: SnmpCommand): Promise<boolean> {
  const sets = setsOf(command);
  await setInOrder(session, sets.slice(0, -1));
  try {
    await setInOrder(session, sets.slice(-1));
    return false;
  } catch (error) {
    const kind = asFault(error)?.kind;
    if (command.expect_disconnect !== true || (kind !== 'timeout' && kind !== 'unreachable'))
      throw error;
    return true;
  }
}

/** Returns the SETs without duplicates. */
export function distinctSets(sets: readonly SnmpSet[]): readonly SnmpSet[] {
  return sets.filter((one, at) => sets.findIndex((other) => isDeepStrictEqual(one, other)) === at);
}

/**
 * Puts the parameters of an operation into each value `{{ name }}`, and into the instances that it reads and sets.
 *
 * @throws Fault `unsupported` if a name has no value, or an instance gets a value that is not a number
 */
export function fillSnmpCommand(
  { instance, ...command }: SnmpCommand,
  values: Readonly<Record<string, SnmpSet['value']>>,
): SnmpCommand {
  const oid = rowOid(command.oid, instance, values);
  if (command.set === undefined) return { ...command, oid };
  const { type, value, then } = command.set;
  const others = then?.map((one) => ({
    oid: rowOid(one.oid, one.instance, values),
    type: one.type,
    value: fill(one.value, values),
  }));
  const set = { type, value: fill(value, values), ...(others && { then: others }) };
  return { ...command, oid, set };
}

function fill(
  text: SnmpSet['value'],
  values: Readonly<Record<string, SnmpSet['value']>>,
): SnmpSet['value'] {
  const name = /^\{\{ (\w+) \}\}$/.exec(String(text))?.[1];
  if (name === undefined) return text;
  const given = values[name];
  if (given === undefined) throw new Fault('unsupported', `there is no parameter "${name}"`);
  return given;
}

/** Returns the object identifier of a variable: the column followed by its instance. */
function rowOid(
  oid: string,
  instance: string | undefined,
  values: Readonly<Record<string, SnmpSet['value']>>,
): string {
  if (instance === undefined) return oid;
  const arcs = instance.split('.').map((arc) => fill(arc, values));
  const path = [oid, ...arcs].join('.');
  if (isOid(path)) return path;
  throw new Fault('unsupported', `${path} is not an object identifier`);
}

/** Returns the fault of one variable of a refused request. */
export function refusalOf(oid: string, refusal: SnmpRefusal | null): Fault | null {
  if (refusal === null) return null;
  const isAtFault = refusal.oid === null || refusal.oid === oid;
  return new Fault(
    'rejected',
    isAtFault
      ? `${refusal.fault} to SET ${oid}`
      : `not set, because the device refused ${refusal.oid} of the same request`,
  );
}
