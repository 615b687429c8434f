import { Fault } from '../../contract/errors.ts';
import { searchBounded } from '../../runtime/pattern/bounded-search.ts';
import type { Command } from './command.ts';
import { fillChange, fillExists, type ObjectAction, type ObjectCommand } from './object-command.ts';
import type { NamedValues } from './template.ts';

/** An instance that shall be added or deleted. */
export interface ObjectChange {
  readonly command: ObjectCommand;
  readonly action: ObjectAction;
  /** Name of the instance, for messages. */
  readonly instance: string;
  readonly values: NamedValues;
  /** True if an earlier run may have done it. */
  readonly isRepeated: boolean;
}

/** A device that takes commands one after the other. */
export interface CommandDevice {
  /** Sends a command. Returns its standard output, or the fault if the device refused it. */
  send(command: Command): Promise<string | Fault>;
  /** Called once, before the first command that changes the device. */
  beforeChange(): Promise<void>;
}

/**
 * Adds and deletes instances, after a check that each change is possible. Instances added before a change that the device
 * refuses are deleted again.
 *
 * @returns for each change null, or why the device does not have it
 * @throws Fault of the connection
 */
export async function changeInstances(
  changes: readonly ObjectChange[],
  device: CommandDevice,
): Promise<readonly (Fault | null)[]> {
  const present = await askAll(changes, device);
  const conflicts = changes.map((change, at) => conflictOf(change, present[at]));
  if (conflicts.some((conflict) => conflict !== null))
    return conflicts.map((conflict) => conflict ?? notSent);
  const missing = changes.filter(({ action }, at) => present[at] !== (action === 'add'));
  await device.beforeChange();
  const refused = await applyAll(missing, device);
  if (refused !== null)
    return changes.map((change) =>
      change === refused.change ? refused.fault : revertedWith(refused),
    );
  const after = await askAll(changes, device);
  return changes.map((change, at) => mismatchOf(change, after[at]));
}

const notSent = new Fault(
  'rejected',
  'not sent, because another change of the same request is not possible',
);

/** Asks which of the instances are there. */
async function askAll(
  changes: readonly ObjectChange[],
  device: CommandDevice,
): Promise<readonly (boolean | Fault)[]> {
  const present: (boolean | Fault)[] = [];
  for (const { command, values } of changes) {
    const output = await device.send(fillExists(command, values));
    present.push(
      output instanceof Fault
        ? output
        : searchBounded({ source: command.exists.match, flags: 'm' }, output, (found, whole) =>
            found.test(whole),
          ),
    );
  }
  return present;
}

function conflictOf(
  { action, instance, isRepeated }: ObjectChange,
  present: boolean | Fault | undefined,
): Fault | null {
  if (present instanceof Fault) return present;
  if (isRepeated || present !== (action === 'add')) return null;
  const words = action === 'add' ? 'exists already' : 'does not exist';
  return new Fault('rejected', `${JSON.stringify(instance)} ${words}; no command was sent`);
}

function mismatchOf(
  { action, instance }: ObjectChange,
  present: boolean | Fault | undefined,
): Fault | null {
  if (present instanceof Fault) return present;
  if (present === (action === 'add')) return null;
  const words = action === 'add' ? 'does not have' : 'still has';
  return new Fault(
    'rejected',
    `the device accepted the command, but ${words} ${JSON.stringify(instance)}`,
  );
}

interface Refusal {
  readonly change: ObjectChange;
  readonly fault: Fault;
  /** Words for the state of the other changes. */
  readonly others: string;
}

/** Applies changes until the device refuses one. */
async function applyAll(
  changes: readonly ObjectChange[],
  device: CommandDevice,
): Promise<Refusal | null> {
  for (const [at, change] of changes.entries()) {
    const output = await device.send(fillChange(change.command[change.action], change.values));
    if (!(output instanceof Fault)) continue;
    // A command that failed half-way may have left a part of the instance.
    const others = await takeBack(changes.slice(0, at + 1), device);
    return { change, fault: output, others };
  }
  return null;
}

/** Deletes the added instances. Deleted instances cannot be restored: their values are not known. */
async function takeBack(changes: readonly ObjectChange[], device: CommandDevice): Promise<string> {
  const added = changes.filter(({ action }) => action === 'add');
  if (added.length < changes.length) return 'was sent before';
  const present = await askAll(added, device);
  let isClean = true;
  for (const [at, { command, values }] of added.entries()) {
    if (present[at] === false) continue;
    const output = await device.send(fillChange(command.delete, values));
    isClean &&= !(output instanceof Fault);
  }
  return isClean ? 'was deleted again or not sent' : 'may have been added nevertheless';
}

function revertedWith({ others }: Refusal): Fault {
  return new Fault(
    'rejected',
    `${others}, because the device refused another change of the same request`,
  );
}
