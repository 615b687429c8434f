import { sealedIdempotencyColumns } from '../http/idempotency.ts';
import { sealedSettingColumns, setting, settingSealPlace } from '../inventory/setting/setting.ts';
import { storedColumns } from '../contract/resource.ts';
import { resources } from '../modules/resources.ts';
import { isWriteOnly } from '../store/query/row-serialization.ts';
import type { Tables } from '../contract/tables.ts';

/** A column with sealed values, and the place that they are bound to. */
export interface SealedColumn {
  readonly table: keyof Tables;
  readonly column: string;
  readonly place: string;
  /** True if the rows of the table have no id. */
  readonly hasNoId?: boolean;
}

/** All columns with sealed values: the secrets of all resources, password settings, and replies to repeated requests. */
export const sealedColumns: readonly SealedColumn[] = [
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
  })),
  ...sealedIdempotencyColumns.map((column) => ({ ...column, hasNoId: true })),
];
