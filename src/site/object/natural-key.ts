import type { Tables } from '../../contract/tables.ts';

/** The natural key that a site file names the rows of a table with. */
export interface NaturalKey {
  readonly table: keyof Tables;
  readonly key: string;
  /** The scope of the key's uniqueness. */
  readonly uniqueWithin: 'organization' | 'store';
}

export const organizationKey: NaturalKey = {
  table: 'organization',
  key: 'short_name',
  uniqueWithin: 'store',
};

export const typeKey: NaturalKey = {
  table: 'inventory_type',
  key: 'short_name',
  uniqueWithin: 'store',
};

/** Returns the natural key of a table whose rows have a name in their organization. */
export const nameKey = (table: NaturalKey['table']): NaturalKey => ({
  table,
  key: 'name',
  uniqueWithin: 'organization',
});
