import type { AnyDatabase, MigrationStep } from './ddl.ts';

const formerViews = [
  'inventory_device_view',
  'inventory_device_log_view',
  'inventory_metric_log_view',
  'inventory_metric_view',
  'inventory_parameter_view',
  'inventory_setting_view',
  'inventory_transaction_view',
  'inventory_type_view',
  'dnsfilter_category_view',
  'organization_view',
  'aaa_accounting_view',
  'access_device_view',
  'user_view',
  'user_token_view',
  'user_extra_view',
];

/** Drops the views that earlier steps created: queries carry the relations of their resources. */
export const dropViews: MigrationStep = () => ({
  async up(db: AnyDatabase) {
    for (const view of formerViews) await db.schema.dropView(view).ifExists().execute();
  },
});
