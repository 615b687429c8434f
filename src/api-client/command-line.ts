import { nearestTo } from '../runtime/command/nearest.ts';
import {
  operandsOf,
  usageLine,
  operationOf,
  operationsOf,
  type ApiOperation,
  type ApiValue,
} from './operations.ts';
import { UsageError } from './usage-error.ts';

/* The grammar of `gatehouse api [connection] RESOURCE ACTION [OPERAND…] [--FIELD VALUE…] [output]`. */

interface OwnOption {
  readonly name: string;
  /** Placeholder of its value in the help; absent: a switch. */
  readonly value?: string;
  readonly about: string;
}

/** Options about the gateway. They stand before the resource, and behind it where the operation has no field of that name. */
export const connectionOptions: readonly OwnOption[] = [
  { name: 'gateway', value: 'NAME', about: 'a gateway that `gatehouse api gateway add` has saved' },
  { name: 'url', value: 'URL', about: 'address of the gateway; default: GATEHOUSE_URL' },
  {
    name: 'token_file',
    value: 'FILE',
    about: 'file with the API token; default: GATEHOUSE_TOKEN_FILE',
  },
  {
    name: 'ca',
    value: 'FILE',
    about: 'certificate of the CA of the gateway; default: GATEHOUSE_CA_FILE',
  },
  { name: 'timeout', value: 'SECONDS', about: 'longest wait for an answer; default: 60' },
];

/** Options of every operation. */
export const operationOptions: readonly OwnOption[] = [
  {
    name: 'body',
    value: 'FILE',
    about: 'body as JSON, or as CSV if its name ends in .csv; - for standard input',
  },
  { name: 'unset', value: 'FIELD', about: 'send null for a field; may be repeated' },
  { name: 'all', about: 'follow a list to its end' },
  { name: 'columns', value: 'NAMES', about: 'columns to show, separated by commas; also --fields' },
  { name: 'fields', value: 'NAMES', about: 'as --columns' },
  { name: 'wide', about: 'show all columns, however long the lines' },
  { name: 'json', about: 'print JSON' },
  { name: 'csv', about: 'print CSV' },
  {
    name: 'accept',
    value: 'TYPE',
    about: 'media type of the reply, such as application/pdf; the reply is copied as received',
  },
  {
    name: 'output',
    value: 'FILE',
    about:
      'write the reply into a new file, readable by its owner only; as PDF if its name ends in .pdf',
  },
  { name: 'force', about: 'with --output: replace a file that exists' },
  { name: 'help', about: 'show the options and fields' },
];

/** What a command line asks for. */
export interface ApiCommand {
  readonly connection: ReadonlyMap<string, string>;
  readonly operation: ApiOperation;
  readonly operands: readonly string[];
  /** Own options of this program by name; those without a value have an empty one. */
  readonly own: ReadonlyMap<string, readonly string[]>;
  /** Text of query parameters and fields by name. */
  readonly values: ReadonlyMap<string, readonly string[]>;
}

export interface LeadingWords {
  readonly connection: Map<string, string>;
  readonly rest: readonly string[];
}

/** Reads the options before the resource. */
export function takeConnection(words: readonly string[]): LeadingWords {
  const connection = new Map<string, string>();
  let position = 0;
  while (words[position]?.startsWith('--') && words[position] !== '--help') {
    const taken = takeOption(words, position, connectionOptions);
    connection.set(taken.name, taken.text);
    position = taken.next;
  }
  return { connection, rest: words.slice(position) };
}

/**
 * Reads a command line, without any request.
 *
 * @param words  the words after `gatehouse api`
 * @throws UsageError with the reason
 */
export function parseApiCommand(
  words: readonly string[],
  operations: readonly ApiOperation[],
): ApiCommand {
  const { connection, rest } = takeConnection(words);
  const [resource = '', action = ''] = rest;
  const operation = operationOf(operationsOf(operations, resource), action);
  const known = optionsOf(operation);
  const operands: string[] = [];
  const own = new Map<string, string[]>();
  const values = new Map<string, string[]>();
  for (let position = 2; position < rest.length;) {
    const word = rest[position] ?? '';
    if (!word.startsWith('--')) {
      operands.push(word);
      position += 1;
      continue;
    }
    const { name, text, next, place } = takeOption(rest, position, known);
    if (place === 'connection') connection.set(name, text);
    else append(place === 'value' ? values : own, name, text);
    position = next;
  }
  if (!own.has('help')) checkOperands(operation, operands);
  return { connection, operation, operands, own, values };
}

/** Returns query parameters, headers and fields, each name once, without the names of this program's own options. */
export function valuesOf({ query, body, headers }: ApiOperation): readonly ApiValue[] {
  const named = headers.map((header): ApiValue => ({
    name: optionOfHeader(header),
    kind: 'text',
    about: `header ${header}`,
  }));
  const all = [...query, ...(body ?? []), ...named];
  return all.filter(
    ({ name }, position) => all.findIndex((value) => value.name === name) === position,
  );
}

export function optionOfHeader(header: string): string {
  return header.toLowerCase().replaceAll('-', '_');
}

type Place = 'value' | 'own' | 'connection';

/** An option that a command line may have. */
export interface KnownOption {
  readonly name: string;
  /** Placeholder of its value in the help; absent: a switch. */
  readonly value?: string;
  readonly place?: Place;
}

function optionsOf(operation: ApiOperation): readonly KnownOption[] {
  const values = valuesOf(operation).map(({ name }): KnownOption => ({
    name,
    value: 'VALUE',
    place: 'value',
  }));
  return [
    ...operationOptions.map((option): KnownOption => ({ ...option, place: 'own' })),
    ...values,
    ...connectionOptions.map((option): KnownOption => ({ ...option, place: 'connection' })),
  ];
}

interface TakenOption {
  readonly name: string;
  readonly text: string;
  readonly place: Place;
  /** Position of the next word. */
  readonly next: number;
}

/**
 * Reads `--name VALUE`, `--name=VALUE` or `--name`; names have underscores, and hyphens stand for them.
 *
 * @throws UsageError with the nearest name
 */
export function takeOption(
  words: readonly string[],
  position: number,
  known: readonly KnownOption[],
): TakenOption {
  const { written, assigned } = splitOption(words[position] ?? '');
  const name = written.replaceAll('-', '_');
  const option = known.find((one) => one.name === name);
  if (!option) throw new UsageError(`unknown option '--${written}'`, nearestOption(name, known));
  const { value, place = 'connection' } = option;
  if (value !== undefined) {
    const text = assigned ?? words[position + 1];
    if (text === undefined) throw new UsageError(`--${name} needs a value: --${name} ${value}`);
    return { name, text, place, next: position + (assigned === undefined ? 2 : 1) };
  }
  if (assigned !== undefined) throw new UsageError(`--${name} has no value`);
  return { name, text: '', place, next: position + 1 };
}

function splitOption(word: string) {
  const equals = word.indexOf('=');
  return equals === -1
    ? { written: word.slice(2), assigned: undefined }
    : { written: word.slice(2, equals), assigned: word.slice(equals + 1) };
}

function nearestOption(name: string, known: readonly KnownOption[]): string | undefined {
  const nearest = nearestTo(
    name,
    known.map((option) => option.name),
  );
  return nearest === undefined ? undefined : `--${nearest}`;
}

function append(to: Map<string, string[]>, name: string, text: string): void {
  to.set(name, [...(to.get(name) ?? []), text]);
}

function checkOperands(operation: ApiOperation, given: readonly string[]): void {
  const wanted = operandsOf(operation).map((name) => name.toUpperCase());
  if (given.length === wanted.length) return;
  const line = usageLine(operation);
  throw new UsageError(
    given.length < wanted.length
      ? `${wanted[given.length] ?? ''} is missing: ${line}`
      : `too many words, from "${given[wanted.length] ?? ''}" on: ${line}`,
  );
}
