import type { TSchema } from 'typebox';
import type { Resource } from '../resource.ts';
import type { Row } from '../store/query/row-serialization.ts';
import type { Tables } from '../tables.ts';

/** By what a site file names the rows of a table. */
export interface NaturalKey {
  readonly table: keyof Tables;
  readonly key: string;
  /** 'organization': one organization has it once; 'store': there is one at all. */
  readonly uniqueWithin: 'organization' | 'store';
}

export const organizationKey: NaturalKey = {
  table: 'organization',
  key: 'short_name',
  uniqueWithin: 'store',
};

/** A field that is kept as rows of a table of its own. */
export interface ListField {
  readonly field: string;
  readonly table: keyof Tables;
  /** The column that refers to whose list it is. */
  readonly ownerColumn: string;
  readonly valueColumn: string;
}

/** A list in a site file: what the objects in it are, and how the file speaks of them. */
export interface Section extends NaturalKey {
  readonly resource: Resource;
  readonly references: Readonly<Record<string, NaturalKey>>;
  /** What a new object has where the file says nothing. */
  readonly defaults: Row;
  readonly timestamps: { readonly created: string; readonly changed: string };
  /** The field that makes a tree of the section. */
  readonly parentField?: string;
  /** Fields that the file may have beside the resource's own. */
  readonly extraFields?: Readonly<Record<string, TSchema>>;
  readonly listField?: ListField;
  /** What has to be known to judge an object beyond its schema. */
  readonly prepare?: PrepareFields;
  /** Fields as the file writes them, where that differs from what the API shows. */
  readonly serialize?: (fields: Row) => Row;
}

/**
 * Brings fields into the form in which they are kept.
 *
 * @param fields  what the file says, checked against the schema
 * @param before  the stored object, as far as there is one
 * @throws Fault `invalid` naming fields
 */
export type PrepareFields = (fields: Row, before: Row) => Row;
