import { Type, type Static } from 'typebox';
import { Fault } from '../../contract/errors.ts';
import {
  compileLinearPattern,
  findSyntaxFault,
  type LinearPattern,
} from '../../runtime/pattern/linear-pattern.ts';

/* The dialogue of a device in an interactive shell: its prompt, its questions, and the lines that are sent. */

const closed = { additionalProperties: false };

const pattern = (description: string) =>
  Type.String({ minLength: 1, maxLength: 250, description: `${description}; RE2 syntax` });

/** Text without control characters: no part of a type sends a second line or a key. */
const line = (description: string) =>
  Type.String({ maxLength: 1000, pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]*$', description });

const answer = Type.Object(
  {
    expect: pattern('regular expression for the end of the question, the last line of the output'),
    send: line('the answer; empty: only the end of the line'),
    // Optional without a default: validation fills in no defaults inside anyOf.
    newline: Type.Optional(
      Type.Boolean({
        description:
          'false: the answer is sent without an end of line, for a question that takes a key',
      }),
    ),
    required: Type.Optional(
      Type.Boolean({
        description:
          'true: the device does not act before this answer, so a connection that ends earlier is a failure even with `expect_disconnect`',
      }),
    ),
  },
  closed,
);

export type Answer = Static<typeof answer>;

const answers = (description: string) => Type.Array(answer, { maxItems: 20, description });

/** One line of a shell command, alone or with the questions that follow it. */
const step = Type.Union([
  line('the line to send; then the prompt is awaited'),
  Type.Object(
    {
      send: line('the line to send'),
      answers: Type.Optional(answers('questions before the next prompt, in any order')),
      timeout: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 3600,
          description: 'seconds of silence until the prompt counts as missing, for a slow line',
        }),
      ),
      may_fail: Type.Optional(
        Type.Boolean({
          description:
            'true: a match of the pattern `error` is not a failure of this line; for a command that some devices lack',
        }),
      ),
    },
    closed,
  ),
]);

export type Step = Static<typeof step>;
/** A line with the questions that follow it. */
export type LineStep = Exclude<Step, string>;

/** Schema of the lines of a shell command. */
export const stepsSchema = Type.Union(
  [line('the line to send'), Type.Array(step, { minItems: 1, maxItems: 100 })],
  {
    description:
      'lines for the interactive shell of the device, each sent when the prompt has come; instead of run',
  },
);

export type Steps = Static<typeof stepsSchema>;

/** Schema of the dialogue of a device's shell, in the options of a connection. */
export const dialogueSchema = Type.Object(
  {
    prompt: Type.String({
      minLength: 1,
      maxLength: 250,
      default: '[>#$%] ?$',
      description: 'regular expression for the prompt, in the last line of the output; RE2 syntax',
    }),
    newline: Type.Enum(['lf', 'cr', 'crlf'], {
      default: 'lf',
      description: 'end of each line that is sent',
    }),
    pager: Type.Optional(pattern('regular expression for the last line when output pauses')),
    pager_answer: Type.String({
      minLength: 1,
      maxLength: 20,
      default: ' ',
      description: 'text that continues the output, sent without an end of line',
    }),
    error: Type.Optional(
      pattern('regular expression, multiline, for output of any line that is a failure'),
    ),
    login: Type.Optional(
      answers(
        'questions before the first prompt; {{ username }}, {{ password }} and {{ enable_password }} are replaced',
      ),
    ),
    enter: Type.Optional(
      Type.Array(step, {
        maxItems: 20,
        description:
          'lines after the first prompt, such as enable and terminal length 0; answers may have the placeholders of login',
      }),
    ),
    leave: Type.Optional(
      Type.Array(line('a line that is sent'), {
        maxItems: 10,
        description: 'lines before the shell is closed, without waiting for a prompt',
      }),
    ),
    timeout: Type.Integer({
      minimum: 1,
      maximum: 600,
      default: 30,
      description: 'seconds of silence until the prompt counts as missing',
    }),
  },
  { ...closed, default: {}, description: 'interactive shell, for commands with shell' },
);

export type Dialogue = Static<typeof dialogueSchema>;

/** Returns the lines of a command with their questions. */
export function stepsOf(steps: Steps | readonly Step[]): readonly LineStep[] {
  const list = typeof steps === 'string' ? [steps] : steps;
  return list.map((one) => (typeof one === 'string' ? { send: one } : one));
}

/**
 * Compiles a pattern of a dialogue.
 *
 * @throws Fault `unsupported` naming the pattern
 */
export function compilePattern(text: string, isMultiline = false): LinearPattern {
  const compiled = compileLinearPattern(text, isMultiline);
  if (typeof compiled !== 'string') return compiled;
  throw new Fault('unsupported', `${JSON.stringify(text)}: ${compiled}`);
}

/**
 * Checks the patterns of a dialogue, and that a secret is sent only as an answer.
 *
 * @throws Fault `unsupported` naming the field and the value
 */
export function checkDialogue(dialogue: Dialogue): void {
  const { prompt, pager, error, login = [], enter = [] } = dialogue;
  checkPattern('prompt', prompt);
  if (pager !== undefined) checkPattern('pager', pager);
  if (error !== undefined) checkPattern('error', error);
  for (const { expect } of login) checkPattern('login.expect', expect);
  checkSteps('enter', enter);
  const spoken = stepsOf(enter).find(({ send }) => /\{\{ \w*password \}\}/.test(send));
  if (spoken)
    throw new Fault(
      'unsupported',
      `enter: ${JSON.stringify(spoken.send)} shows a password as a command; send it as an answer`,
    );
}

/** Checks the patterns of the questions of a command. */
export function checkSteps(field: string, steps: Steps | readonly Step[]): void {
  for (const { answers: questions = [] } of stepsOf(steps))
    for (const { expect } of questions) checkPattern(`${field}.answers.expect`, expect);
}

function checkPattern(field: string, text: string): void {
  const fault = findSyntaxFault(text);
  if (fault !== null) throw new Fault('unsupported', `${field}: ${JSON.stringify(text)}: ${fault}`);
}
