import { isDeepStrictEqual } from 'node:util';
import type { TSchema } from 'typebox';
import type { Resource } from '../../contract/resource.ts';
import { deserializeFields, serializeRow, type Row } from '../../store/query/row-serialization.ts';
import type { Vault } from '../../store/vault.ts';

export interface Field {
  readonly field: string;
  readonly value: unknown;
}

/** A value of a file, as the store keeps it and as the APIs show it: times, networks and MAC addresses have one form. */
export interface StoredForm {
  readonly row: Row;
  readonly shown: unknown;
}

/** Converts the value of a field of a file, so that it can be compared with a stored one. */
export function storedForm(of: Resource, { field, value }: Field, vault: Vault): StoredForm {
  const row = deserializeFields(of, { [field]: value }, vault);
  return { row, shown: serializeRow(of, row)[field] };
}

/** True if two values are equal in the form of the APIs; a number may be given as text. */
export function isSameValue(schema: TSchema, from: unknown, to: unknown): boolean {
  const isNumber = 'type' in schema && Array.isArray(schema.type) && schema.type.includes('number');
  return (
    isDeepStrictEqual(from, to) ||
    (isNumber && from !== null && to !== null && Number(from) === Number(to))
  );
}
