import type { Command } from 'commander';
import { connectionOptions, operationOptions } from '../../api-client/command-line.ts';
import { exitStatuses } from '../../api-client/exit-status.ts';
import { aboutOf, apiNotes, apiUsage, gatewayLines, placeholderOf } from '../../api-client/help.ts';
import { readOperations, type ApiOperation, usageLine } from '../../api-client/operations.ts';
import { describeCommands, type Described, type DescribedCommand } from './commands.ts';

/** Texts that belong to no option: files and exit statuses. */
const files: readonly Described[] = [
  { term: '/etc/gatehouse/conf.d/*.yaml', description: 'the keys of this site; later names win' },
  {
    term: '/etc/gatehouse/gatehouse.yaml',
    description: 'every key with its default and its meaning; shipped, replaced by an upgrade',
  },
  {
    term: '/etc/gatehouse/secret.key',
    description: 'the keys that seal passwords and secrets in the store; keep a copy elsewhere',
  },
  {
    term: '/var/lib/gatehouse',
    description: 'the store, and admin-token, the token of the first administrator',
  },
];
const statuses: readonly Described[] = [
  { term: '0', description: 'the command succeeded' },
  { term: '1', description: 'the command failed; standard error has the reason' },
  { term: '2', description: 'the command line is wrong' },
];

/**
 * Writes the manual page of the program in roff (man macros): the help of all commands in one page.
 *
 * @param program  the command line
 * @param version  version of the package
 */
export function manualPage(program: Command, version: string): string {
  const [own, ...commands] = describeCommands(program);
  return [
    `.TH ${program.name().toUpperCase()} 8 "" "${program.name()} ${version}" "System Administration"`,
    '.SH NAME',
    `${program.name()} \\- ${escape(own?.description ?? '')}`,
    '.SH SYNOPSIS',
    `.B ${program.name()}`,
    '.RI [ command ]\n.RI [ options ]',
    '.SH COMMANDS',
    'Without a command the gateway runs, as with',
    '.BR serve .',
    ...commands.filter(({ subcommands }) => subcommands.length === 0).flatMap(section),
    ...(own ? ['.SH OPTIONS', ...listOf(own.options)] : []),
    '.SH FILES',
    ...listOf(files),
    '.SH EXIT STATUS',
    ...listOf(statuses),
    '',
  ].join('\n');
}

/**
 * Writes the manual page of `gatehouse api` in roff (man macros): every operation of both APIs with its fields.
 *
 * @param version  version of the package
 */
export function apiManualPage(version: string): string {
  const operations = readOperations();
  return [
    `.TH GATEHOUSE\\-API 1 "" "gatehouse ${version}" "User Commands"`,
    '.SH NAME',
    'gatehouse\\-api \\- call the operations of a gateway',
    '.SH SYNOPSIS',
    '.nf',
    escape(apiUsage),
    ...gatewayLines.map((line) => escape(line.trim())),
    '.fi',
    '.SH DESCRIPTION',
    escape(apiNotes),
    '.SH CONNECTION',
    ...listOf(connectionOptions.map(describedOption)),
    '.SH OUTPUT AND BODY',
    ...listOf(operationOptions.map(describedOption)),
    '.SH OPERATIONS',
    ...operations.flatMap(operationSection),
    '.SH EXIT STATUS',
    ...listOf(exitStatuses.map(([status, description]) => ({ term: String(status), description }))),
    '.SH FILES',
    ...listOf([
      { term: '~/.config/gatehouse/gateways.json', description: 'the saved gateways, mode 600' },
    ]),
    '',
  ].join('\n');
}

function describedOption({ name, value = '', about }: (typeof connectionOptions)[number]) {
  return { term: `--${name} ${value}`.trim(), description: about };
}

/** Shows each field of a body with its text, and the many similar filters of lists as one line of names. */
function operationSection(operation: ApiOperation): readonly string[] {
  const filters = operation.query.map(({ name }) => `--${name}`).join(', ');
  return [
    `.SS ${escape(usageLine(operation))}`,
    escape(`${operation.summary}.`),
    ...(filters === '' ? [] : ['.PP', escape(`Parameters: ${filters}.`)]),
    ...listOf(
      (operation.body ?? []).map((field) => ({
        term: `--${field.name} ${placeholderOf(field)}`,
        description: aboutOf(field),
      })),
    ),
  ];
}

function section({ path, description, operands, options }: DescribedCommand): readonly string[] {
  const line = [...path, ...operands].join(' ');
  return [
    `.SS ${escape(line)}`,
    escape(`${description.charAt(0).toUpperCase()}${description.slice(1)}.`),
    ...listOf(options),
  ];
}

function listOf(entries: readonly Described[]): readonly string[] {
  return entries.flatMap(({ term, description }) => [
    '.TP',
    `.B ${escape(term)}`,
    escape(description),
  ]);
}

/** Escapes backslashes and hyphens, and a dot or quote that would begin a roff command. */
function escape(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^([.'])/, '\\&$1');
}
