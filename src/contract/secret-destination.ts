import { Fault } from './errors.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Fields with secrets, by the words for each, and the fields that decide which server gets them. */
interface Destination {
  readonly secrets: Readonly<Record<string, string>>;
  readonly destinationFields: readonly string[];
}

/**
 * Checks that a change of a server brings its secrets along: who may change the one need not know the other, and would have it
 * sent to a server of its own.
 *
 * @param fields  fields of a request
 * @param before  the stored row that they change; lists are JSON text
 * @throws Fault `invalid`
 */
export function checkSecretsComeAlong(
  fields: Fields,
  before: Fields,
  { secrets, destinationFields }: Destination,
): void {
  const changed = destinationFields.find(
    (field) => field in fields && field in before && asStored(fields[field]) !== before[field],
  );
  if (changed === undefined) return;
  for (const [field, words] of Object.entries(secrets))
    if (!(field in fields) && (before[field] ?? null) !== null)
      throw Fault.field(field, `A change of ${changed} needs the ${words} again.`);
}

function asStored(value: unknown): unknown {
  return Array.isArray(value) ? JSON.stringify(value) : value;
}
