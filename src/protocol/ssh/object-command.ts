import { Type, type Static } from 'typebox';
import { Fault } from '../../contract/errors.ts';
import {
  checkSshCommand,
  sshCommandSchema,
  fillSshCommand,
  requestText,
  requestOf,
  type Command,
} from './command.ts';
import { stepsOf, stepsSchema, type Step, type Steps } from './dialogue.ts';
import type { NamedValues } from './template.ts';

/* Commands that add and delete instances of an object, such as a static lease. */

const closed = { additionalProperties: false };
const { quote, fail } = sshCommandSchema.properties;

const part = Type.String({ minLength: 1 });

/** Schema of a command in optional parts: a part is left out if the request gives no value for its placeholder. */
const changing = (description: string) =>
  Type.Object(
    {
      run: Type.Optional(
        Type.Union([part, Type.Array(part, { minItems: 1, maxItems: 50 })], {
          description:
            'command line; a list is joined by blanks, without the parts that have a {{ FIELD }} without a value',
        }),
      ),
      shell: Type.Optional(stepsSchema),
      quote,
      fail,
    },
    { ...closed, description },
  );

/** Schema of `command` of an object. */
export const sshObjectSchema = Type.Object(
  {
    exists: Type.Object(
      {
        run: Type.Optional(part),
        shell: Type.Optional(stepsSchema),
        quote,
        fail,
        match: Type.String({
          minLength: 1,
          description: 'regular expression, multiline; output that it matches proves the instance',
        }),
      },
      { ...closed, description: 'tells whether the instance of the key is there' },
    ),
    add: changing('adds the instance'),
    delete: changing('deletes the instance of the key'),
  },
  closed,
);

export type ObjectCommand = Static<typeof sshObjectSchema>;
type Change = ObjectCommand['add'];

export type ObjectAction = 'add' | 'delete';

/**
 * Returns the text that an action sends, for display.
 *
 * @throws Fault `unsupported` if a command cannot carry a value
 */
export function objectText(
  command: ObjectCommand,
  action: ObjectAction,
  values: NamedValues,
): string {
  fillExists(command, values);
  return requestText(requestOf(fillChange(command[action], values)));
}

/**
 * Puts the values of an instance into the command that asks for it.
 *
 * @throws Fault `unsupported` if it cannot carry the key
 */
export function fillExists({ exists }: ObjectCommand, values: NamedValues): Command {
  checkSshCommand(exists);
  return fillSshCommand(exists, values);
}

/**
 * Puts the values of an instance into a command that changes it. Parts and lines without a value are left out.
 *
 * @throws Fault `unsupported` if it cannot carry a value
 */
export function fillChange({ run, shell, ...command }: Change, values: NamedValues): Command {
  const hasValues = (text: string) =>
    [...text.matchAll(/\{\{ (\w+) \}\}/g)].every(([, name = '']) => values[name] !== undefined);
  const filled: Command = {
    ...command,
    ...(run !== undefined && { run: [run].flat().filter(hasValues).join(' ') }),
    ...(shell !== undefined && { shell: linesWith(shell, hasValues) }),
  };
  checkSshCommand(filled);
  if (filled.run === '' || (Array.isArray(filled.shell) && filled.shell.length === 0))
    throw new Fault('unsupported', 'the command has no part without a value that is missing');
  return fillSshCommand(filled, values);
}

function linesWith(shell: Steps, hasValues: (text: string) => boolean): Step[] {
  return stepsOf(shell).filter(({ send, answers = [] }) =>
    [send, ...answers.map((answer) => answer.send)].every(hasValues),
  );
}
