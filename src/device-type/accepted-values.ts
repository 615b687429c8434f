import { Type, type Static } from 'typebox';

/** Bounds of the values of a setting, where its type alone does not bound them. */
export const acceptedValuesSchema = Type.Object(
  {
    octets: Type.Optional(
      Type.Object(
        { minimum: Type.Integer({ minimum: 0 }), maximum: Type.Integer({ minimum: 1 }) },
        { additionalProperties: false, description: 'length of a text in octets of UTF-8' },
      ),
    ),
    pattern: Type.Optional(
      Type.String({ maxLength: 500, description: 'regular expression of the whole text' }),
    ),
    minimum: Type.Optional(Type.Number()),
    maximum: Type.Optional(Type.Number()),
    numbers: Type.Optional(
      Type.Array(Type.Number(), { minItems: 1, description: 'the only numbers, such as channels' }),
    ),
    description: Type.Optional(
      Type.String({
        maxLength: 255,
        description: 'what is accepted, for the error of another value',
      }),
    ),
  },
  { additionalProperties: false },
);

export type AcceptedValues = Static<typeof acceptedValuesSchema>;

/** @returns why a value is beyond the bounds, or null */
export function faultByBounds(accepts: AcceptedValues, value: unknown): string | null {
  const fault =
    typeof value === 'string'
      ? textBoundsFault(accepts, value)
      : numberFault(accepts, Number(value));
  return fault === null ? null : `Expected ${accepts.description ?? fault}.`;
}

function textBoundsFault({ octets, pattern }: AcceptedValues, text: string): string | null {
  const length = Buffer.byteLength(text);
  if (octets && (length < octets.minimum || length > octets.maximum))
    return `${octets.minimum} to ${octets.maximum} octets of UTF-8, not ${length}`;
  return pattern === undefined || new RegExp(`^(?:${pattern})$`, 'u').test(text)
    ? null
    : `a text that matches ${pattern}`;
}

function numberFault(
  { minimum = -Infinity, maximum = Infinity, numbers }: AcceptedValues,
  value: number,
): string | null {
  if (numbers && !numbers.includes(value)) return `one of ${numbers.join(', ')}`;
  if (value >= minimum && value <= maximum) return null;
  if (maximum === Infinity) return `at least ${minimum}`;
  return minimum === -Infinity ? `at most ${maximum}` : `${minimum} to ${maximum}`;
}
