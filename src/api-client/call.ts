import { operandsOf, type ApiOperation } from './operations.ts';
import { optionOfHeader, type ApiCommand } from './command-line.ts';
import type { ApiRequest } from './request.ts';
import { UsageError } from './usage-error.ts';
import { checkParameter, fieldValue, parseJson, type ReadText } from './values.ts';

/* Turns a command line into the request of its operation. */

/** Rows of a page where a list is followed to its end: the most that the gateway gives. */
const rowsOfAll = '1000';

/**
 * Returns the request of a command.
 *
 * @throws UsageError with the option and the value that is wrong
 */
export function requestOf(command: ApiCommand, read: ReadText): ApiRequest {
  const { operation } = command;
  const headers = { ...headersOf(command), ...acceptOf(command) };
  const content = operation.body === null ? noBody(command) : bodyOf(command, read);
  return {
    method: operation.method,
    path: `${pathOf(operation, command.operands)}${queryOf(command)}`,
    headers: {
      ...headers,
      ...(content && { 'content-type': content.mediaType }),
    },
    ...(content && { body: content.text }),
  };
}

/** Returns the Accept header if the reply is not JSON. @throws UsageError if `--accept` is not a media type */
function acceptOf({ operation, own }: ApiCommand): { readonly accept?: string } {
  const isPdf = own.get('output')?.at(-1)?.toLowerCase().endsWith('.pdf') === true;
  const accept = own.get('accept')?.at(-1) ?? (isPdf ? 'application/pdf' : undefined);
  if (accept === undefined) return operation.isJson ? {} : { accept: '*/*' };
  if (!/^[\w.+-]+\/[\w.+-]+$/.test(accept))
    throw new UsageError(`--accept: "${accept}" is not a media type, such as application/pdf`);
  return accept === 'application/json' ? {} : { accept };
}

/** True if a media type may be shown on a terminal. */
export function isText(mediaType: string): boolean {
  return /^(?:text\/|\*\/\*$|application\/(?:[\w.-]+\+)?json$)/.test(mediaType);
}

function pathOf(operation: ApiOperation, operands: readonly string[]): string {
  return operandsOf(operation).reduce((path, name, position) => {
    const operand = operands[position] ?? '';
    // A URL has no other spelling of these: they would lead to another operation.
    if (/^\.{0,2}$/.test(operand))
      throw new UsageError(`${name.toUpperCase()}: "${operand}" cannot stand in an address`);
    return path.replace(`{${name}}`, encodeURIComponent(operand));
  }, operation.path);
}

function queryOf({ operation, values, own }: ApiCommand): string {
  const query = new URLSearchParams();
  for (const parameter of operation.query) {
    const texts = values.get(parameter.name) ?? [];
    if (texts.length > 1)
      throw new UsageError(`--${parameter.name} is given ${texts.length} times`);
    for (const text of texts) query.set(parameter.name, checkParameter(parameter, text));
  }
  if (own.has('all')) {
    if (!operation.isList) throw new UsageError('--all is for lists');
    if (!query.has('limit')) query.set('limit', rowsOfAll);
  }
  return query.size > 0 ? `?${query.toString()}` : '';
}

function headersOf({ operation, values }: ApiCommand): Readonly<Record<string, string>> {
  const given = operation.headers.map(
    (header) => [header.toLowerCase(), values.get(optionOfHeader(header))?.[0]] as const,
  );
  return Object.fromEntries(
    given.flatMap(([header, text]) => {
      if (text === undefined) return [];
      if (!/^[\x20-\x7e]*$/.test(text))
        throw new UsageError(`--${header}: ${JSON.stringify(text)} has characters of no header`);
      return [[header, text] as const];
    }),
  );
}

function noBody({ own }: ApiCommand): null {
  for (const name of ['body', 'unset'])
    if (own.has(name)) throw new UsageError(`--${name}: this operation has no body`);
  return null;
}

interface Content {
  readonly mediaType: string;
  readonly text: string;
}

function bodyOf(command: ApiCommand, read: ReadText): Content {
  const file = command.own.get('body')?.[0];
  const fields = fieldsOf(command, read);
  if (file?.toLowerCase().endsWith('.csv')) return csvBody(command, { file, fields }, read);
  const whole = file === undefined ? {} : parsedBody(file, read);
  return { mediaType: 'application/json', text: JSON.stringify(withFields(whole, fields)) };
}

function csvBody(
  { operation }: ApiCommand,
  { file, fields }: { readonly file: string; readonly fields: readonly Field[] },
  read: ReadText,
): Content {
  if (!operation.takesCsv) throw new UsageError(`--body ${file}: this operation takes no CSV`);
  if (fields.length > 0) throw new UsageError('a body as CSV has all fields: give no others');
  return { mediaType: 'text/csv', text: read(file) };
}

function withFields(whole: unknown, fields: readonly Field[]): unknown {
  if (fields.length === 0) return whole;
  if (typeof whole !== 'object' || whole === null || Array.isArray(whole))
    throw new UsageError('--body is not a JSON object: fields cannot be added to it');
  return { ...whole, ...Object.fromEntries(fields) };
}

function parsedBody(file: string, read: ReadText): unknown {
  try {
    return parseJson(read(file));
  } catch (error) {
    throw new UsageError(`--body ${file}: ${error instanceof Error ? error.message : ''}`);
  }
}

type Field = readonly [name: string, value: unknown];

function fieldsOf({ operation, values, own }: ApiCommand, read: ReadText): readonly Field[] {
  const inQuery = new Set(operation.query.map(({ name }) => name));
  const fields = (operation.body ?? []).filter(({ name }) => !inQuery.has(name));
  const given = fields.flatMap((field): readonly Field[] => {
    const texts = values.get(field.name);
    return texts ? [[field.name, fieldValue(field, texts, read)]] : [];
  });
  const names = fields.map(({ name }) => name);
  const unset = (own.get('unset') ?? []).map((written): Field => {
    const name = written.replaceAll('-', '_');
    if (!names.includes(name)) throw new UsageError(`--unset: unknown field "${written}"`);
    return [name, null];
  });
  return [...given, ...unset];
}
