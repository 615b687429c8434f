import { readFileSync } from 'node:fs';
import type { ApiValue, ValueKind } from './operations.ts';
import { UsageError } from './usage-error.ts';

/* Turns the text of options into parameters and fields, and checks what the documents say of them. */

/** Reads a file, or standard input for `-`. */
export type ReadText = (file: string) => string;

/** @throws UsageError with the file */
export function readTextFile(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    throw new UsageError(`${file}: ${error instanceof Error ? error.message : 'cannot be read'}`);
  }
}

/**
 * Checks the text of a query parameter.
 *
 * @throws UsageError with name and value
 */
export function checkParameter(parameter: ApiValue, text: string): string {
  if (parameter.choices) checkChoice(parameter, text);
  else valueOf(parameter, parameter.kind, text);
  return text;
}

/**
 * Returns the value of a field of a body.
 *
 * @param texts  the values that its option had, in their order
 * @throws UsageError with name and value
 */
export function fieldValue(field: ApiValue, texts: readonly string[], read: ReadText): unknown {
  const given = texts.map((text) => takeFile(field, text, read));
  const [first = ''] = given;
  if (field.kind === 'list') return listValue(field, given);
  if (given.length > 1) throw new UsageError(`--${field.name} is given ${given.length} times`);
  if (field.choices) checkChoice(field, first);
  return valueOf(field, field.kind, first);
}

/** Reads `@FILE` and `@-`. A secret has no other form: every user of a machine sees the arguments of its processes. */
function takeFile({ name, kind, isSecret }: ApiValue, text: string, read: ReadText): string {
  const mayBeFile = isSecret === true || kind === 'object' || kind === 'list' || kind === 'any';
  if (mayBeFile && text.startsWith('@')) return read(text.slice(1)).replace(/\r?\n$/, '');
  if (isSecret)
    throw new UsageError(
      `--${name} is secret, and arguments are visible to others: give @FILE, @- for standard input, or --body`,
    );
  return text;
}

function listValue(field: ApiValue, texts: readonly string[]): unknown {
  const [first = ''] = texts;
  if (texts.length === 1 && first.trimStart().startsWith('[')) return parsed(field, first);
  const items = texts.map((text) => valueOf(field, field.items ?? 'any', text));
  return field.isSingleOrList && items.length === 1 ? items[0] : items;
}

function valueOf(of: ApiValue, kind: ValueKind, text: string): unknown {
  switch (kind) {
    case 'integer':
      return integerOf(of, text);
    case 'number':
      return numberOf(of, text);
    case 'boolean':
      return booleanOf(of, text);
    case 'object':
      return parsed(of, text);
    case 'any':
      return parsedOrText(text);
    case 'date-time':
      if (Number.isNaN(Date.parse(text)))
        throw wrong(of, text, 'a time, such as 2026-01-31T12:00:00Z');
      return text;
    default:
      return text;
  }
}

function integerOf(of: ApiValue, text: string): number {
  if (!/^[+-]?\d{1,15}$/.test(text)) throw wrong(of, text, 'a whole number');
  return withinLimits(of, Number(text));
}

function numberOf(of: ApiValue, text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) throw wrong(of, text, 'a number');
  return withinLimits(of, value);
}

function withinLimits(of: ApiValue, value: number): number {
  const { minimum = -Infinity, maximum = Infinity } = of;
  if (value < minimum) throw wrong(of, String(value), `${minimum} or more`);
  if (value > maximum) throw wrong(of, String(value), `${maximum} or less`);
  return value;
}

function booleanOf(of: ApiValue, text: string): boolean {
  if (text !== 'true' && text !== 'false') throw wrong(of, text, 'true or false');
  return text === 'true';
}

function parsed(of: ApiValue, text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    throw wrong(of, text, 'JSON');
  }
}

/** Reads JSON; other words are text: an id or a name, a value of a setting. */
function parsedOrText(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

/** @throws SyntaxError if a text is not JSON */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return value;
}

function checkChoice(of: ApiValue, text: string): void {
  const choices = (of.choices ?? []).map(String);
  if (!choices.includes(text)) throw wrong(of, text, `one of ${choices.join(', ')}`);
}

function wrong({ name, isSecret }: ApiValue, text: string, expected: string): UsageError {
  return new UsageError(`--${name}: ${isSecret ? 'the value' : `"${text}"`} is not ${expected}`);
}
