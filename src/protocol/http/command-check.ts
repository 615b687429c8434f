import { Fault } from '../../contract/errors.ts';
import { isRecord } from '../../contract/fields.ts';
import type { HttpCommand, HttpWrite } from './schema.ts';
import { hasPlaceholder } from './template.ts';

/** Checks the rules that the schema of a command cannot express. @throws Fault `unsupported` naming the field */
export function checkHttpCommand(command: HttpCommand | HttpWrite): void {
  if ('rows' in command) checkRows(command);
  if ('each' in command) checkEach(command);
  if ('onto' in command && !isRecord(command.json))
    throw unsupported(
      'onto: needs json, an object; its members replace the members that the device returned',
    );
}

function checkRows({ reduce, value, as }: HttpCommand): void {
  if (reduce === 'list' || reduce === 'lines')
    throw unsupported(`rows: reduce: ${reduce} is for texts`);
  if (as !== undefined) throw unsupported(`rows: as: ${as} is for one value`);
  if (value === undefined)
    throw unsupported('rows: needs value, the place of a number in an entry');
}

function checkEach({ each, rows, reduce, ...command }: HttpCommand): void {
  if (rows === undefined && reduce === undefined)
    throw unsupported('each: needs rows or reduce, which take the replies together');
  if (each !== undefined && !hasPlaceholder(command, each.as_name))
    throw unsupported(`each: the command has no {{ ${each.as_name} }}`);
}

function unsupported(text: string): Fault {
  return new Fault('unsupported', text);
}
