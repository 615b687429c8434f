import { Type, type TSchema } from 'typebox';
import { asFault, Fault, type FieldErrors } from '../../contract/errors.ts';
import { isObjectSchema, isRecord, typesOf } from '../../contract/fields.ts';
import type { Reference } from '../../contract/resource.ts';
import type { Row } from '../../store/query/row-serialization.ts';
import type { Endpoint } from '../endpoint.ts';
import {
  createReferenceReader,
  referencesOf,
  type ReferenceReader,
} from '../reference/listed-references.ts';
import type { ReferenceContext } from '../reference/reference.ts';
import { createValidator, mapCollectingFaults } from '../request-validation.ts';

const maxBulkItems = 1000;

/** The caller who has sent a list, and its form. */
interface Sent extends ReferenceContext {
  /** True for CSV, where a reference may be the name of its row. */
  readonly isTable: boolean;
}

/**
 * Returns a function that checks a list as a body, and replaces references by ids.
 *
 * @returns  (of the function) the objects
 * @throws   (the function) Fault `invalid` with an entry for each object, empty for a valid one
 */
export function createListReader({
  body,
  bodyOf,
}: Endpoint): (list: readonly unknown[], sent: Sent) => Promise<unknown[]> {
  const schema = body ?? Type.Unknown();
  const references = bodyOf ? referencesOf(bodyOf) : {};
  const named = Object.fromEntries(
    Object.entries(references).map(([field, { slug = 'name', ...reference }]) => [
      field,
      { ...reference, slug },
    ]),
  );
  const checkObject = createValidator(schema, 'body');
  const checkRow = createValidator(withNames(schema, named), 'body');
  return async (list, { isTable, ...by }) => {
    if (list.length === 0 || list.length > maxBulkItems)
      throw new Fault('invalid', `Expected a list of 1 to ${maxBulkItems}.`);
    const read = createReferenceReader(isTable ? named : references, by);
    return mapCollectingFaults(list, (item) =>
      checkItem(item, isTable ? checkRow : checkObject, read),
    );
  };
}

/** Returns the schema of an object whose references may be texts. */
function withNames(schema: TSchema, named: Readonly<Record<string, Reference>>): TSchema {
  if (!isObjectSchema(schema)) return schema;
  const properties = Object.entries<TSchema>(schema.properties).map(
    ([field, property]): [string, TSchema] => [
      field,
      Object.hasOwn(named, field)
        ? { ...property, type: [...new Set([...typesOf(property), 'string'])] }
        : property,
    ],
  );
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** Checks an object and all its references, so that no fault hides another one. @throws Fault `invalid` */
async function checkItem(
  item: unknown,
  check: (value: unknown) => unknown,
  read: ReferenceReader,
): Promise<unknown> {
  const faults = faultsOf(item, check);
  if (!isRecord(item)) throw invalid(faults);
  const { ids, absent } = await read(item, Object.keys(faults));
  const all = { ...faults, ...absent };
  if (Object.keys(all).length > 0) throw invalid(all);
  return { ...item, ...ids } satisfies Row;
}

function faultsOf(item: unknown, check: (value: unknown) => unknown): FieldErrors {
  try {
    check(item);
    return {};
  } catch (error) {
    const fault = asFault(error);
    if (fault?.kind !== 'invalid') throw error;
    return fault.fields ?? { non_field_errors: [fault.message] };
  }
}

function invalid(fields: FieldErrors): Fault {
  return new Fault('invalid', 'invalid body', { fields });
}
