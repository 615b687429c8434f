import { Ajv, type ErrorObject, type Options } from 'ajv';
import type { TSchema } from 'typebox';
import { formats } from './fields.ts';

/**
 * What every check of a schema goes by. The schemas are written in code and typed there: to check them against the
 * meta-schema as well, which has to be compiled first, would take a good part of each start.
 */
export const ajvOptions: Options = {
  strict: false,
  allErrors: true,
  useDefaults: true,
  validateSchema: false,
  meta: false,
  // Better code takes a quarter longer to make, and most checks run once.
  code: { optimize: false },
  formats,
};

const ajv = new Ajv(ajvOptions);

/**
 * Checks something that came from a file or the store against its schema, and fills its defaults in.
 *
 * @param place  where it came from, for the message
 * @returns      the same value
 * @throws Error with everything that is wrong: place, path, reason
 */
// The schema decides at run time what the type says at compile time: they are written beside each other by the caller.
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the seam between a schema and its type
export function validateAgainst<T = unknown>(schema: TSchema, value: unknown, place: string): T {
  const validate = ajv.compile<T>(schema);
  if (validate(value)) return value;
  throw new Error((validate.errors ?? []).map((error) => `${place}${wordsOf(error)}`).join('\n'));
}

function wordsOf(error: ErrorObject): string {
  const { instancePath, message } = error;
  const params: Readonly<Record<string, unknown>> = error.params;
  const details = Object.values(params).join(', ');
  return `${instancePath.replaceAll('/', '.')}: ${message ?? 'not valid'} (${details})`;
}
