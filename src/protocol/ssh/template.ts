import { Fault } from '../../contract/errors.ts';
import type { SshCredentials } from './credentials.ts';
import type { LineStep } from './dialogue.ts';

/**
 * Ways to quote a value in a command line: as a word of a POSIX shell; not at all, for values of safe characters only; not at
 * all, to the end of the line; in double quotes; in double quotes as RouterOS escapes them.
 */
export const quotings = ['sh', 'word', 'line', 'quotes', 'routeros'] as const;
export type Quoting = (typeof quotings)[number];

const placeholder = /\{\{ value \}\}/g;
const names = /\{\{ (\w+) \}\}/g;

/**
 * Puts a value into each `{{ value }}` of a command line, so that the device's shell reads exactly that value.
 *
 * @throws Fault `unsupported` if the command has no place for a value, or the quoting cannot carry it
 */
export function fillTemplate(run: string, value: string, quoting: Quoting): string {
  checkTemplate(run, quoting);
  const quoted = quoters[quoting](value);
  return run.replaceAll(placeholder, () => quoted);
}

/**
 * Puts a value into the lines of a shell command: quoted in a line, as it is in an answer, which no shell reads.
 *
 * @throws Fault `unsupported` if no line has a place for a value, or one cannot carry it
 */
export function fillSteps(
  steps: readonly LineStep[],
  value: string,
  quoting: Quoting,
): readonly LineStep[] {
  const isFilled = steps.some(({ send, answers = [] }) =>
    [send, ...answers.map((answer) => answer.send)].some((text) => text.includes('{{ value }}')),
  );
  if (!isFilled) throw new Fault('unsupported', 'the command has no {{ value }}');
  refuseControlCharacters(value, 'the value');
  return steps.map((step) => ({
    ...step,
    send: step.send.includes('{{ value }}') ? fillTemplate(step.send, value, quoting) : step.send,
    ...(step.answers && {
      answers: step.answers.map((answer) => ({
        ...answer,
        send: answer.send.replaceAll(placeholder, () => value),
      })),
    }),
  }));
}

/** Values by name. */
export type NamedValues = Readonly<Record<string, string | number | boolean>>;

/**
 * Puts values into each `{{ name }}` of a command line.
 *
 * @throws Fault `unsupported` if a name has no value, or the quoting cannot carry it
 */
export function fillNames(run: string, values: NamedValues, quoting: Quoting): string {
  if (!run.includes('{{ ')) return run;
  checkTemplate(run.replaceAll(names, '{{ value }}'), quoting);
  return run.replaceAll(names, (_all, name: string) => quoters[quoting](valueOf(name, values)));
}

/** As `fillNames`, for the lines of a shell command: as they are in an answer, which no shell reads. */
export function fillNamedSteps(
  steps: readonly LineStep[],
  values: NamedValues,
  quoting: Quoting,
): LineStep[] {
  const answerOf = (text: string) =>
    text.replaceAll(names, (_all, name: string) =>
      refuseControlCharacters(valueOf(name, values), name),
    );
  return steps.map((step) => ({
    ...step,
    send: fillNames(step.send, values, quoting),
    ...(step.answers && {
      answers: step.answers.map((answer) => ({ ...answer, send: answerOf(answer.send) })),
    }),
  }));
}

function valueOf(name: string, values: NamedValues): string {
  const value = values[name];
  if (value === undefined) throw new Fault('unsupported', `there is no parameter "${name}"`);
  return String(value);
}

const quoters: Readonly<Record<Quoting, (value: string) => string>> = {
  sh: (value) => {
    if (value.includes('\0')) throw unusable('a null character');
    return `'${value.replaceAll("'", String.raw`'\''`)}'`;
  },
  word: (value) => {
    if (!/^[A-Za-z0-9_][A-Za-z0-9_.:/@+-]*$/.test(value))
      throw unusable('anything but letters, digits and _ . : / @ + -, or begin with punctuation');
    return value;
  },
  line: (value) => {
    if (value === '' || value.trim() !== value)
      throw unusable('a blank at its begin or end, or be empty');
    return refuseCharacters(value, /[?|;`$"\\]/, '? | ; ` $ " \\');
  },
  quotes: (value) => `"${refuseCharacters(value, /[?`$"\\]/, '? ` $ " \\')}"`,
  routeros: (value) =>
    `"${refuseControlCharacters(value, 'the value').replace(/["\\$?]/g, String.raw`\$&`)}"`,
};

function refuseCharacters(value: string, refused: RegExp, shown: string): string {
  if (refused.test(value)) throw unusable(shown);
  return refuseControlCharacters(value, 'the value');
}

/**
 * Returns a text that has no control characters, so that it cannot end a line or press a key.
 *
 * @throws Fault `unsupported` naming the value that has one
 */
export function refuseControlCharacters(text: string, what: string): string {
  if (/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(text))
    throw new Fault('unsupported', `${what} may not contain a control character or an end of line`);
  return text;
}

/** Credentials that a device may ask for in its shell. */
export type ShellCredentials = Pick<SshCredentials, 'username' | 'password' | 'more'>;

/** Names of the placeholders in the lines of a login. */
export const loginPlaceholders = ['username', 'password', 'enable_password'] as const;

const loginPlaceholder = new RegExp(`\\{\\{ (${loginPlaceholders.join('|')}) \\}\\}`, 'g');

/**
 * Puts credentials into the lines of a login.
 *
 * @throws Fault `refused` if the device has no such credential
 */
export function fillCredentials(text: string, credentials: ShellCredentials): string {
  const { username, password, more = {} } = credentials;
  // The password of `enable` defaults to the login's.
  const { enable_password = password } = more;
  const values: Readonly<Record<string, string | undefined>> = {
    username,
    password: password?.reveal(),
    enable_password: enable_password?.reveal(),
  };
  return text.replaceAll(loginPlaceholder, (_all, name: string) => {
    const value = values[name];
    if (value !== undefined) return value;
    throw new Fault(
      'refused',
      `the device asks for a ${name}, but its credentials do not have one`,
    );
  });
}

function unusable(content: string): Fault {
  return new Fault('unsupported', `the value may not contain ${content}`);
}

/** Refuses a template where the device's shell would not read a quoted value as that value. */
function checkTemplate(run: string, quoting: Quoting): void {
  const parts = run.split(placeholder);
  if (parts.length === 1) throw new Fault('unsupported', 'the command has no {{ value }}');
  if (quoting === 'word') return;
  if (quoting === 'line') {
    if (parts.length > 2 || parts[1] !== '')
      throw new Fault('unsupported', '{{ value }} is not the end of the line');
    return;
  }
  if (run.includes('<<')) throw new Fault('unsupported', 'the command has a here-document');
  let before = '';
  for (const part of parts.slice(0, -1)) {
    before += part;
    if (openQuoteOf(before) !== null)
      throw new Fault('unsupported', '{{ value }} is inside quotes; it brings its own');
  }
}

/** Returns the quote that is open at the end of a shell command, or null. */
function openQuoteOf(text: string): string | null {
  let open: string | null = null;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '\\' && open !== "'") at += 1;
    else if (open === character) open = null;
    else if (open === null && /["'`]/.test(character)) open = character;
  }
  return open;
}
