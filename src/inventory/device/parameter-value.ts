import { faultByBounds, type AcceptedValues } from '../../device-type/accepted-values.ts';
import { isDate, parseTime } from '../../contract/fields.ts';

/** Type, options and nullability of a parameter's values. */
export interface ValueRules {
  readonly type: string;
  readonly required: boolean;
  readonly options: readonly { readonly value: string }[] | null;
  readonly accepts?: AcceptedValues | null | undefined;
}

const maxTextLength = 16_384;

/** Checks of values that are not text, by parameter type. */
const valueChecks: Readonly<
  Partial<Record<string, readonly [isValid: (value: unknown) => boolean, fault: string]>>
> = {
  integer: [Number.isSafeInteger, 'Expected integer.'],
  float: [Number.isFinite, 'Expected number.'],
  boolean: [(value) => typeof value === 'boolean', 'Expected boolean.'],
};

/** Checks of text values, by parameter type. */
const textChecks: Readonly<
  Partial<Record<string, readonly [isValid: (text: string) => boolean, fault: string]>>
> = {
  date: [(text) => isDate(text) && parseTime(text) !== null, 'Expected a date such as 2026-01-31.'],
  datetime: [
    (text) => parseTime(text) !== null,
    'Expected a date and time such as 2026-01-31T12:00:00Z.',
  ],
};

/** @returns why a value is invalid for a parameter, or null */
export function validateParameterValue(
  { type, required, options, accepts }: ValueRules,
  value: unknown,
): string | null {
  if (value === null) return required ? 'This field may not be null.' : null;
  const check = valueChecks[type];
  if (check && !check[0](value)) return check[1];
  const fault = check ? null : textFault(type, value, options ?? []);
  return fault ?? (accepts ? faultByBounds(accepts, value) : null);
}

type Options = NonNullable<ValueRules['options']>;

function textFault(type: string, value: unknown, options: Options): string | null {
  if (typeof value !== 'string') return 'Expected string.';
  if (value.length > maxTextLength)
    return `Ensure this field has no more than ${maxTextLength} characters.`;
  if (type === 'select') return choiceFault(options, value);
  const check = textChecks[type];
  return !check || check[0](value) ? null : check[1];
}

function choiceFault(options: Options, value: string): string | null {
  const choices = options.map((option) => option.value);
  return choices.includes(value) ? null : `Not a valid choice. Choices: ${choices.join(', ')}.`;
}
