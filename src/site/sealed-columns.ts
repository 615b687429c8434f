import { sealedSettingColumns, setting, settingSealPlace } from '../inventory/setting/setting.ts';
import { storedColumns } from '../resource.ts';
import { resources } from '../resources.ts';
import { isWriteOnly } from '../store/query/row-serialization.ts';
import type { Tables } from '../tables.ts';

/** A column with sealed values, and the place that they are bound to. */
export interface SealedColumn {
  readonly table: keyof Tables;
  readonly column: string;
  readonly place: string;
}

/** All columns with sealed values: the secrets of all resources, and password settings. */
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
];
