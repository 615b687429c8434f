import type { Expression } from 'kysely';
import type { TSchema } from 'typebox';
import type { Resource } from '../contract/resource.ts';
import type { Row } from '../store/query/row-serialization.ts';
import type { Statement, Store } from '../store/store.ts';
import type { NaturalKey } from './object/natural-key.ts';

/** A field that is stored as rows of another table. */
export interface ListField {
  readonly field: string;
  /** Reads the lists by the id of their owner, sorted; without those that are too long for a file. */
  read(store: Store): Promise<ReadonlyMap<number, readonly string[]>>;
  /** Returns the statements that replace the list of an owner, in one transaction. */
  replace(
    store: Store,
    owner: number | Expression<unknown>,
    entries: readonly string[],
  ): readonly Statement[];
}

/** A section of a site file: a list of objects of one resource. */
export interface Section extends NaturalKey {
  readonly resource: Resource;
  readonly references: Readonly<Record<string, NaturalKey>>;
  /** Fields that hold a list of ids, which the file writes as a list of names. */
  readonly referenceLists?: Readonly<Record<string, NaturalKey>>;
  /** Those of them whose order counts. */
  readonly orderedLists?: readonly string[];
  /** Values of fields that the file omits for a new object. */
  readonly defaults: Row;
  readonly timestamps: { readonly created: string; readonly changed: string };
  /** The field that references the parent in the same section. */
  readonly parentField?: string;
  /** Fields beyond those of the resource. */
  readonly extraFields?: Readonly<Record<string, TSchema>>;
  readonly listField?: ListField;
  /** Validates an object beyond its schema. */
  readonly prepare?: PrepareFields;
  /** Serializes fields for the file, if it differs from the API. */
  readonly serialize?: (fields: Row) => Row;
}

/**
 * Validates fields and converts them to the stored form.
 *
 * @param fields  the fields of the file, valid by the schema
 * @param before  the stored object, empty for a new one
 * @throws Fault `invalid` naming fields
 */
export type PrepareFields = (fields: Row, before: Row) => Row;

/** Returns the function that brings the names of a list into the order that is compared. */
export function orderOf({ orderedLists = [] }: Section, field: string) {
  return (names: readonly string[]): readonly string[] =>
    orderedLists.includes(field) ? names : names.toSorted();
}
