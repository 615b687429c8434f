import { Fault } from '../../errors.ts';

/** Ways to quote a value in a command line: for a POSIX shell, or not at all, for values of safe characters only. */
export const quotings = ['sh', 'word'] as const;
export type Quoting = (typeof quotings)[number];

const placeholder = /\{\{ value \}\}/g;

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
};

function unusable(content: string): Fault {
  return new Fault('unsupported', `the value may not contain ${content}`);
}

/** Refuses a template in which the device's shell would read a quoted value as something else. */
function checkTemplate(run: string, quoting: Quoting): void {
  const parts = run.split(placeholder);
  if (parts.length === 1) throw new Fault('unsupported', 'the command has no {{ value }}');
  if (quoting !== 'sh') return;
  if (run.includes('<<')) throw new Fault('unsupported', 'the command has a here-document');
  let before = '';
  for (const part of parts.slice(0, -1)) {
    before += part;
    if (openQuoteOf(before) !== null)
      throw new Fault('unsupported', '{{ value }} is inside quotes; it brings its own');
  }
}

/** Returns the quote that is open at the end of a shell command; null if there is none. */
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
