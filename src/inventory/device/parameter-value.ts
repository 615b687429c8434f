import { parseTime } from '../../fields.ts';

/** What a parameter says of the values that it may have. */
export interface ValueRules {
  readonly type: string;
  readonly required: boolean;
  readonly options: readonly { readonly value: string }[] | null;
}

const longest = 16_384;

/** Key: type of a parameter. What a value must be that is not text. */
const kinds: Readonly<
  Partial<Record<string, readonly [fits: (value: unknown) => boolean, words: string]>>
> = {
  integer: [Number.isSafeInteger, 'Expected integer.'],
  float: [Number.isFinite, 'Expected number.'],
  boolean: [(value) => typeof value === 'boolean', 'Expected boolean.'],
};

/** Key: type of a parameter. What the text of a value must be beyond text. */
const texts: Readonly<
  Partial<Record<string, readonly [fits: (text: string) => boolean, words: string]>>
> = {
  date: [
    (text) => /^\d{4}-\d\d-\d\d$/.test(text) && parseTime(text) !== null,
    'Expected a date such as 2026-01-31.',
  ],
  datetime: [
    (text) => parseTime(text) !== null,
    'Expected a date and time such as 2026-01-31T12:00:00Z.',
  ],
};

/** @returns what is wrong with a value for a parameter, or null where nothing is */
export function validateParameterValue(
  { type, required, options }: ValueRules,
  value: unknown,
): string | null {
  if (value === null) return required ? 'This field may not be null.' : null;
  const kind = kinds[type];
  if (kind) return kind[0](value) ? null : kind[1];
  return typeof value === 'string' ? wrongText(type, value, options ?? []) : 'Expected string.';
}

type Options = NonNullable<ValueRules['options']>;

function wrongText(type: string, value: string, options: Options): string | null {
  if (value.length > longest) return `Ensure this field has no more than ${longest} characters.`;
  if (type === 'select') return wrongChoice(options, value);
  const text = texts[type];
  return !text || text[0](value) ? null : text[1];
}

function wrongChoice(options: Options, value: string): string | null {
  const choices = options.map((option) => option.value);
  return choices.includes(value) ? null : `Not a valid choice. Choices: ${choices.join(', ')}.`;
}
