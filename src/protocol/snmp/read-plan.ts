import type { SnmpCommand as Command } from './schema.ts';
import type { SnmpSession } from './session.ts';
import { refineVarbind } from './refined-value.ts';
import { checkInstance } from './set-sequence.ts';
import type { SnmpValue, Varbind } from './varbind.ts';
import { variableLists, type VariableList } from './variable-list.ts';
import { oncePer } from '../../runtime/cache.ts';

/** A variable of a device type, and the command that reads it. */
interface VariableRequest {
  readonly variable: string;
  readonly command: Command;
}

type VariableReading =
  | { readonly variable: string; readonly value: SnmpValue; readonly counterBits?: 32 }
  | { readonly variable: string; readonly value: null; readonly fault: string };

/** How requests are read, which is the same each time that they are. */
export interface ReadPlan {
  readonly scalars: readonly VariableRequest[];
  readonly lists: readonly VariableList[];
  readonly columns: readonly VariableRequest[];
}

/** Returns the plan of requests, and keeps it as long as they are kept. @throws Fault if a command needs an instance */
export const planOf = oncePer((requests: readonly VariableRequest[]): ReadPlan => {
  for (const { command } of requests) checkInstance(command);
  const scalars = requests.filter(({ command }) => !isColumn(command));
  return {
    scalars,
    lists: variableLists(scalars.map(({ command }) => command.oid)),
    columns: requests.filter(({ command }) => isColumn(command)),
  };
});

/** Reads the variables that are not columns; a variable that the device does not have is replaced by its alternative. */
export async function readScalars(
  session: SnmpSession,
  { scalars, lists }: ReadPlan,
): Promise<readonly VariableReading[]> {
  const varbinds = await session.getLists(lists);
  const readings = scalars.map((request, at) => readingOf(request, varbinds[at]));
  const missing = scalars.flatMap(({ command: { or } }, at) =>
    or !== undefined && readings[at]?.value === null ? [{ at, oid: or }] : [],
  );
  if (missing.length === 0) return readings;
  const others = await session.get(missing.map(({ oid }) => oid));
  for (const [place, { at }] of missing.entries()) {
    const request = scalars[at];
    if (request) readings[at] = readingOf(request, others[place]);
  }
  return readings;
}

function isColumn({ sum = false, rows = false, interface: name }: Command): boolean {
  return sum || rows || name !== undefined;
}

function readingOf(
  { variable, command }: VariableRequest,
  received: Varbind | undefined,
): VariableReading {
  if (received === undefined)
    return { variable, value: null, fault: 'the device did not return it' };
  const { match, null_when: absent, values } = command;
  const varbind = (match ?? absent ?? values) ? refineVarbind(command, received) : received;
  if ('fault' in varbind) return { variable, value: null, fault: varbind.fault };
  const { value, counterBits } = varbind;
  return counterBits === undefined ? { variable, value } : { variable, value, counterBits };
}
