import { finished } from 'node:stream/promises';
import { Fault } from '../contract/errors.ts';

export const formMediaType = 'application/x-www-form-urlencoded';
export const multipartMediaType = 'multipart/form-data';

/** Fields of a form by name; a name that is repeated has the list of its values. */
type FormFields = Readonly<Record<string, string | readonly string[]>>;

const maxFields = 1000;

/** Parses an encoded form. @throws Fault `invalid` for escapes that are not UTF-8, which URLSearchParams would replace */
export function parseForm(text: string): FormFields {
  try {
    decodeURIComponent(text);
  } catch (error) {
    throw new Fault('invalid', 'The body is not valid UTF-8.', { cause: error });
  }
  return collect(new URLSearchParams(text));
}

/**
 * Parses a form in parts (RFC 7578). A file counts as its text.
 *
 * @param type  the Content-Type, with the boundary
 * @throws Fault `invalid` if it is none, or has too many fields
 */
export async function parseMultipart(octets: Buffer, type: string): Promise<FormFields> {
  const { Busboy } = await import('@fastify/busboy');
  const texts: [string, string][] = [];
  try {
    const parser = new Busboy({
      headers: { 'content-type': type },
      isPartAFile: () => false,
      limits: { parts: maxFields, fieldSize: octets.length, fieldNameSize: 255 },
    });
    parser.on('field', (name, value) => texts.push([name, value]));
    parser.on('partsLimit', () => {
      parser.destroy(new Fault('invalid', `The form has more than ${maxFields} fields.`));
    });
    parser.end(octets);
    await finished(parser);
  } catch (error) {
    if (error instanceof Fault) throw error;
    throw new Fault('invalid', `The body is not valid ${multipartMediaType}.`, { cause: error });
  }
  return collect(texts);
}

function collect(fields: Iterable<readonly [string, string]>): FormFields {
  const values = new Map<string, string[]>();
  for (const [name, value] of fields) {
    const others = values.get(name);
    if (others) others.push(value);
    else values.set(name, [value]);
  }
  return Object.fromEntries(
    [...values].map(([name, all]) => [name, all.length > 1 ? all : (all[0] ?? '')]),
  );
}
