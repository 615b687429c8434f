import { takeConnection } from './command-line.ts';
import { optionOf, isOfOption } from './complete.ts';
import { findConnection } from './connection.ts';
import type { Environment } from './gateways.ts';
import { operandsOf, type ApiOperation } from './operations.ts';
import { onOneLine, isRow, rowOf } from './output.ts';
import { readJson, sendRequest } from './request.ts';

/* Names for the completion of a shell, read from the gateway while a person types. */

/** A list, and the field of its rows that is completed. */
interface Names {
  readonly path: string;
  readonly field: string;
}

/** Longest wait for names: a shell waits meanwhile. */
const timeoutSeconds = '2';
const maxNames = 500;

const control = '/control/api/v1/';
const gate = '/gate/api/v1/';
const devices: Names = { path: `${control}inventory_device/`, field: 'name' };
const users: Names = { path: `${gate}user/`, field: 'username' };
const openSessions: Names = {
  path: `${gate}aaa_accounting/?session_status=active`,
  field: 'username',
};

/** Names behind options of the commands for the work of a day. */
const namesOfOption: Readonly<Record<string, Names>> = {
  '--location': { path: `${gate}location/`, field: 'name' },
  '--profile': { path: `${gate}aaa_profile/`, field: 'name' },
  '--type': { path: `${control}inventory_type/`, field: 'short_name' },
};

/** Names of the operands of these commands, by the number of operands before. */
const namesOfOperand: Readonly<Record<string, readonly (Names | undefined)[]>> = {
  device: [undefined, devices],
  disconnect: [openSessions],
  sessions: [openSessions],
  why: [users],
};

const optionsWithoutValue = new Set(['--all', '--down', '--no_wait', '--yes']);

/**
 * Lists the names that may come next.
 *
 * @param words  the words after `gatehouse api`, or after `deed` those of another command, without the one that is being typed
 * @returns      none if there are none, or the gateway does not give them in time
 */
export async function liveNames(
  words: readonly string[],
  operations: readonly ApiOperation[],
  environment: Environment,
): Promise<readonly string[]> {
  const [first, ...deed] = words;
  const wanted = first === 'deed' ? namesOfDeed(deed) : namesOfApi(words, operations);
  if (!wanted) return [];
  try {
    const given = first === 'deed' ? new Map<string, string>() : takeConnection(words).connection;
    const connection = findConnection(
      new Map([...given, ['timeout', timeoutSeconds]]),
      environment,
    );
    const separator = wanted.path.includes('?') ? '&' : '?';
    const path = `${wanted.path}${separator}limit=${maxNames}`;
    const page = rowOf(await readJson(await sendRequest(connection, { method: 'GET', path })));
    const rows = Array.isArray(page['results']) ? page['results'].filter(isRow) : [];
    const names = rows
      .map((row) => row[wanted.field])
      .filter((name) => typeof name === 'string' || typeof name === 'number');
    return [...new Set(names.map((name) => onOneLine(String(name))))];
  } catch {
    return [];
  }
}

function namesOfDeed([command = '', ...words]: readonly string[]): Names | undefined {
  const before = optionOf(words.at(-1) ?? '');
  if (before.startsWith('--') && !optionsWithoutValue.has(before)) return namesOfOption[before];
  const operands = words.filter((word, at) => {
    const option = optionOf(words[at - 1] ?? '');
    return !word.startsWith('--') && !(option.startsWith('--') && !optionsWithoutValue.has(option));
  });
  return namesOfOperand[command]?.[operands.length];
}

/** Returns the names of the operand of an operation: those of its resource, or of the resource that its name begins with. */
function namesOfApi(
  words: readonly string[],
  operations: readonly ApiOperation[],
): Names | undefined {
  const named = words.filter((word, position) => !isOfOption(words, word, position));
  const [resource = '', action, ...operands] = named;
  const operation = operations.find((one) => one.resource === resource && one.action === action);
  if (!operation || (words.at(-1) ?? '').startsWith('--')) return undefined;
  const operand = operandsOf(operation)[operands.length];
  const field = operand?.replace(/^parent__?/, '');
  if (field === undefined) return undefined;
  const list = operations
    .filter((one) => one.action === 'list' && `${resource}_`.startsWith(`${one.resource}_`))
    .filter(({ columns }) => columns.includes(field))
    .sort((one, other) => one.resource.length - other.resource.length)[0];
  return list && { path: list.path, field };
}
