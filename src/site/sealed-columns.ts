import { sealedKeyColumns } from '../aaa/key/user-key.ts';
import { sealedAuthorityColumns } from '../aaa/wifi/device-authority.ts';
import { sealedIdempotencyColumns } from '../http/idempotency.ts';
import { sealedSettingColumns, setting, settingSealPlace } from '../inventory/setting/setting.ts';
import { storedColumns, type Resource } from '../contract/resource.ts';
import { isWriteOnly } from '../store/query/row-serialization.ts';
import type { Tables } from '../contract/tables.ts';

/** A column with sealed values, and the place that they are bound to. */
export interface SealedColumn {
  readonly table: keyof Tables;
  readonly column: string;
  readonly place: string;
  /** Its name in a store of 0.1.0: a backup can be made before the upgrade. */
  readonly formerColumn?: string;
  /** True if the rows of the table have no id. */
  readonly hasNoId?: boolean;
}

/**
 * Lists all columns with sealed values: the secrets of resources, password settings, and replies to repeated requests.
 *
 * @param resources  all resources of the product
 */
export const sealedColumns = (resources: readonly Resource[]): readonly SealedColumn[] => [
  ...resources.flatMap((resource) =>
    Object.entries(storedColumns(resource))
      .filter(([, schema]) => isWriteOnly(schema))
      .map(([column]) => ({
        table: resource.name,
        column,
        place: `${resource.name}.${column}`,
      })),
  ),
  ...sealedSettingColumns.map((column) => ({
    table: setting.name,
    column,
    place: settingSealPlace,
    ...(column === 'desired' && { formerColumn: 'wanted' }),
  })),
  ...sealedKeyColumns,
  ...sealedAuthorityColumns,
  ...sealedIdempotencyColumns.map((column) => ({ ...column, hasNoId: true })),
];
