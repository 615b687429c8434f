import { Type, type Static } from 'typebox';
import { Fault } from '../../contract/errors.ts';
import { checkSteps, stepsOf, stepsSchema, type LineStep } from './dialogue.ts';
import {
  fillNamedSteps,
  fillNames,
  fillSteps,
  fillTemplate,
  quotings,
  type NamedValues,
} from './template.ts';

/* Commands of device types over SSH: one command line in a channel of its own, or lines in an interactive shell. */

const closed = { additionalProperties: false };

const result = {
  fail: Type.Optional(
    Type.String({
      description: 'regular expression; output that it matches is a failure with any exit code',
    }),
  ),
  mask: Type.Optional(
    Type.String({ description: 'regular expression; text that it matches is shown as ***' }),
  ),
};

const quote = Type.Optional(
  Type.Enum([...quotings], {
    description:
      'sh: one word of a POSIX shell, for run by default; word: refuses all but safe characters, for shell by default; line: the rest of the line as it is, without ? | ; ` $ " \\; quotes: in double quotes, without ? ` $ " \\; routeros: in double quotes, escaped as RouterOS does',
  }),
);

/** Ways to make a value where a pattern matches several times. */
const takes = ['first', 'all', 'count', 'sum', 'rows'] as const;

/** Schema of a command that reads or operates. */
export const sshCommandSchema = Type.Object(
  {
    run: Type.Optional(
      Type.String({
        minLength: 1,
        description: "command line for the device's own shell, run without a terminal",
      }),
    ),
    shell: Type.Optional(stepsSchema),
    expect_disconnect: Type.Optional(
      Type.Boolean({
        description: 'true: the device may drop the connection instead of answering',
      }),
    ),
    match: Type.Optional(
      Type.String({
        description: 'regular expression, multiline; its first group is the value',
      }),
    ),
    quote,
    take: Type.Optional(
      Type.Enum([...takes], {
        description:
          'how several matches become one value: the first (default), all distinct ones as lines, their count, the sum of the first groups, or rows: a JSON object of numbers by interface, built from the groups `name` and `value`; a metric has a result for each row',
      }),
    ),
    ...result,
  },
  closed,
);

export type Command = Static<typeof sshCommandSchema>;

/** Schema of a command that writes a value. */
export const sshWriteSchema = Type.Object(
  {
    run: Type.Optional(
      Type.String({
        minLength: 1,
        description: 'command line; {{ value }} becomes the quoted value',
      }),
    ),
    shell: Type.Optional(stepsSchema),
    quote,
    ...result,
  },
  closed,
);

export type WriteCommand = Static<typeof sshWriteSchema>;

/** Request of a command: a command line, or lines for an interactive shell. */
export type Request =
  | { readonly run: string; readonly lines?: never }
  | { readonly run?: never; readonly lines: readonly LineStep[] };

/** Returns the text that a command sends. */
export function requestOf({ run, shell }: Pick<Command, 'run' | 'shell'>): Request {
  if (shell !== undefined) return { lines: stepsOf(shell) };
  return { run: run ?? '' };
}

/**
 * Returns the text that a write sends for a value.
 *
 * @throws Fault `unsupported` if the command has no place for a value, or cannot carry it
 */
export function fillSshWrite({ run, shell, quote }: WriteCommand, value: string): Request {
  if (shell !== undefined) return { lines: fillSteps(stepsOf(shell), value, quote ?? 'word') };
  return { run: fillTemplate(run ?? '', value, quote ?? 'sh') };
}

/**
 * Puts the parameters of an operation into each `{{ name }}` of a command: quoted in a line, as they are in an answer, which
 * no shell reads.
 *
 * @throws Fault `unsupported` if a name has no value, or the command cannot carry it
 */
export function fillSshCommand(command: Command, values: NamedValues): Command {
  const { run, shell, quote } = command;
  if (shell !== undefined)
    return { ...command, shell: fillNamedSteps(stepsOf(shell), values, quote ?? 'word') };
  return { ...command, run: fillNames(run ?? '', values, quote ?? 'sh') };
}

/** Returns the lines of a request for people, the answers included. */
export function requestText({ run, lines = [] }: Request): string {
  if (run !== undefined) return run;
  return lines
    .flatMap(({ send, answers = [] }) => [
      send,
      ...answers.filter((answer) => answer.send !== '').map((answer) => answer.send),
    ])
    .join('\n');
}

/**
 * Checks two rules that the schema cannot express: a command has either `run` or `shell`, and rows have their groups.
 *
 * @throws Fault `unsupported` naming the field
 */
export function checkSshCommand({
  run,
  shell,
  match = '',
  take,
}: Pick<Command, 'run' | 'shell' | 'match' | 'take'>): void {
  if ((run === undefined) === (shell === undefined))
    throw new Fault('unsupported', 'a command has either run or shell');
  if (shell !== undefined) checkSteps('shell', shell);
  if (take === 'rows' && !(match.includes('(?<name>') && match.includes('(?<value>')))
    throw new Fault('unsupported', `take: rows needs the groups name and value in match: ${match}`);
}
