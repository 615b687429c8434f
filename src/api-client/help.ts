import { connectionOptions, operationOptions, valuesOf } from './command-line.ts';
import { exitStatuses } from './exit-status.ts';
import { resourceNames, usageLine, type ApiOperation, type ApiValue } from './operations.ts';

/* The help of `gatehouse api`, and what its manual says. */

/** Usage line. */
export const apiUsage =
  'gatehouse api [connection] RESOURCE ACTION [OPERAND…] [--FIELD VALUE…] [output]';

/** Rules that options do not show. */
export const apiNotes =
  'Without a connection the gateway of GATEHOUSE_URL is called, else the default of the saved gateways, else the gateway of this machine. ' +
  'Connection options stand before the resource; behind it they are known where the operation has no field of their name. ' +
  'Names of fields may be written with hyphens. A list is ITEM once or more, or a JSON array. @FILE reads a value from a file and @- from standard input, ' +
  'for JSON, lists and secrets; a secret has no other form, since arguments are visible in the list of processes. ' +
  'A wrong operation is refused before any request is sent, with the nearest known name.';

export function generalHelp(operations: readonly ApiOperation[]): string {
  return [
    `Usage: ${apiUsage}`,
    '',
    'Calls an operation of the APIs of a gateway: of this machine, or of another one.',
    '`gatehouse manual api | man -l -` shows everything.',
    '`gatehouse api RESOURCE` lists actions; `gatehouse api RESOURCE ACTION --help` lists fields and filters.',
    '',
    'Connection:',
    ...optionLines(connectionOptions),
    '',
    'Output and body:',
    ...optionLines(operationOptions),
    '',
    'Saved gateways:',
    ...gatewayLines,
    '',
    'Exit status:',
    ...exitStatuses.map(([status, meaning]) => `  ${status}  ${meaning}`),
    '',
    'Resources:',
    ...wrapped(resourceNames(operations)),
  ].join('\n');
}

export const gatewayLines = [
  '  gatehouse api gateway add NAME --url URL --token_file FILE [--ca FILE | --fingerprint SHA256] [--default]',
  '  gatehouse api gateway list',
  '  gatehouse api gateway remove NAME',
];

export function resourceHelp(operations: readonly ApiOperation[]): string {
  const lines = operations.map((operation) => [usageLine(operation), operation.summary] as const);
  const width = Math.max(...lines.map(([line]) => line.length));
  return lines.map(([line, summary]) => `${line.padEnd(width)}  ${summary}`).join('\n');
}

export function operationHelp(operation: ApiOperation): string {
  return [
    `Usage: ${usageLine(operation)}`,
    '',
    `${operation.summary}.`,
    ...section(operation.body === null ? 'Parameters:' : 'Fields:', valuesOf(operation)),
    '',
    'Output and body:',
    ...optionLines(operationOptions),
  ].join('\n');
}

function section(title: string, values: readonly ApiValue[]): readonly string[] {
  if (values.length === 0) return [];
  const lines = values.map((value) => [`--${value.name} ${placeholderOf(value)}`, value] as const);
  const width = Math.min(44, Math.max(...lines.map(([term]) => term.length)));
  return [
    '',
    title,
    ...lines.map(([term, value]) => `  ${term.padEnd(width)}  ${aboutOf(value)}`.trimEnd()),
  ];
}

/** Returns the word for a value in a usage line. */
export function placeholderOf({ kind, choices, isSecret }: ApiValue): string {
  if (isSecret) return '@FILE';
  if (choices) return 'CHOICE';
  return {
    'date-time': 'TIME',
    integer: 'N',
    number: 'N',
    boolean: 'true|false',
    list: 'ITEM',
    object: 'JSON',
    text: 'TEXT',
    any: 'VALUE',
  }[kind];
}

export function aboutOf({ about = '', choices, isRequired }: ApiValue): string {
  const few = choices && choices.length <= 12 ? `one of ${choices.join(', ')}` : '';
  return [isRequired ? 'required' : '', about, few].filter((part) => part !== '').join('; ');
}

function optionLines(
  options: readonly { readonly name: string; readonly value?: string; readonly about: string }[],
): readonly string[] {
  return options.map(
    ({ name, value = '', about }) => `  ${`--${name} ${value}`.padEnd(20)}  ${about}`,
  );
}

function wrapped(names: readonly string[]): readonly string[] {
  const lines = [''];
  for (const name of names) {
    const last = lines.at(-1) ?? '';
    if (last.length + name.length > 96) lines.push(`  ${name}`);
    else lines[lines.length - 1] = last === '' ? `  ${name}` : `${last}, ${name}`;
  }
  return lines;
}
