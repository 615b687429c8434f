import { asFault, Fault, type FieldErrors } from '../../contract/errors.ts';
import { isRecord } from '../../contract/fields.ts';
import type { Reference, Resource } from '../../contract/resource.ts';
import type { Row } from '../../store/query/row-serialization.ts';
import { findReferenced, type ReferenceContext } from './reference.ts';

/**
 * Returns the ids of the objects that an object refers to, and a fault for each missing one. Fields with a fault of their own
 * are left out.
 */
export type ReferenceReader = (
  body: Row,
  faulty: readonly string[],
) => Promise<{ readonly ids: Row; readonly absent: FieldErrors }>;

/** Returns the references of a resource by field, its organization included. */
export function referencesOf({ references, scope }: Resource): Readonly<Record<string, Reference>> {
  return scope === 'organization'
    ? { ...references, organization: { table: 'organization', scope } }
    : references;
}

/**
 * Returns the error of a request. If fields of its body are invalid, it names all references that lead nowhere as well, so that
 * a caller need not correct one after the other.
 *
 * @param of  resource that the body describes
 */
export async function withWrongReferences(
  error: unknown,
  of: Resource | undefined,
  { body, ...by }: ReferenceContext & { readonly body: unknown },
): Promise<unknown> {
  const fault = asFault(error);
  if (!of || !fault?.fields || !isRecord(body) || Array.isArray(body)) return error;
  const read = createReferenceReader(referencesOf(of), by);
  const { absent } = await read(body, Object.keys(fault.fields));
  const fields = { ...fault.fields, ...absent };
  return new Fault('invalid', fault.message, { fields, cause: error });
}

/** Returns a reader of the references of the objects of a list, which looks each of them up once. */
export function createReferenceReader(
  references: Readonly<Record<string, Reference>>,
  by: ReferenceContext,
): ReferenceReader {
  const known = new Map<string, Promise<number | FieldErrors>>();
  const find = (field: string, given: unknown) => {
    const key = JSON.stringify([field, given]);
    const reference = references[field];
    const found = known.get(key) ?? (reference && lookUp(field, { reference, given }, by));
    if (found) known.set(key, found);
    return found;
  };
  return async (body, faulty) => {
    const ids: Record<string, number> = {};
    let absent: FieldErrors = {};
    for (const field of Object.keys(references)) {
      const given = body[field];
      // Any other value is a fault of the schema, and may be nested too deeply to be written.
      if (typeof given !== 'string' && typeof given !== 'number') continue;
      if (faulty.includes(field)) continue;
      const found = await find(field, given);
      if (typeof found === 'number') ids[field] = found;
      else absent = { ...absent, ...found };
    }
    return { ids, absent };
  };
}

async function lookUp(
  ...request: Parameters<typeof findReferenced>
): Promise<number | FieldErrors> {
  try {
    return await findReferenced(...request);
  } catch (error) {
    const fields = asFault(error)?.fields;
    if (!fields) throw error;
    return fields;
  }
}
