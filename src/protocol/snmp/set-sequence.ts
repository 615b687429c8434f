import { isDeepStrictEqual } from 'node:util';
import { asFault, Fault } from '../../errors.ts';
import { encodeAssignment, type SnmpSet } from './assignment.ts';
import type { SnmpCommand } from './schema.ts';
import type { SnmpRefusal, SnmpSession } from './session.ts';

/** Returns what an operation sets, in order. @throws Fault `unsupported` if its command only reads */
export function setsOf({ oid, set }: SnmpCommand): readonly SnmpSet[] {
  if (set === undefined) throw new Fault('unsupported', `the command of ${oid} has no set`);
  const { then = [], ...first } = set;
  return [{ oid, ...first }, ...then];
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

/** Returns sets without those that occur before. */
export function distinctSets(sets: readonly SnmpSet[]): readonly SnmpSet[] {
  return sets.filter((one, at) => sets.findIndex((other) => isDeepStrictEqual(one, other)) === at);
}

/**
 * Puts the parameters of an operation into each value that is `{{ name }}`.
 *
 * @throws Fault `unsupported` if a name has no value
 */
export function fillSets(
  command: SnmpCommand,
  values: Readonly<Record<string, SnmpSet['value']>>,
): SnmpCommand {
  const fill = (value: SnmpSet['value']) => {
    const name = /^\{\{ (\w+) \}\}$/.exec(String(value))?.[1];
    if (name === undefined) return value;
    const given = values[name];
    if (given === undefined) throw new Fault('unsupported', `there is no parameter "${name}"`);
    return given;
  };
  const [first, ...others] = setsOf(command).map((one) => ({ ...one, value: fill(one.value) }));
  if (first === undefined) return command;
  return { ...command, set: { type: first.type, value: first.value, then: others } };
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
