import { Type } from 'typebox';
import { dateTime, id, nullable, reference, requiredSecret, text } from '../../contract/fields.ts';
import { readOnlyResource, resource } from '../../contract/resource.ts';

/** A version of the configuration of a device, with its first and its last backup. */
export const configuration = resource({
  name: 'inventory_configuration',
  relation: (_dialect, ownColumns) => `
    select ${ownColumns('c')}, d.name as device_name
    from inventory_configuration c join inventory_device d on d.id = c.device`,
  title: 'a version of a configuration',
  plural: 'versions of configurations',
  schema: Type.Object({
    id: id(),
    organization: reference('an organization'),
    device: reference('an inventory_device'),
    device_name: text(),
    type: nullable(
      text({ description: 'short_name of the type that the device had; null: not known' }),
    ),
    changed_by: Type.Unsafe<'gateway' | 'device' | null>({
      type: ['string', 'null'],
      enum: ['gateway', 'device', null],
      description:
        'gateway: a transaction ran after the previous version; device: no transaction ran, so the change was made on the device; null: the first version',
    }),
    sha256: text({ description: 'of the text as it is compared' }),
    octets: Type.Integer(),
    transaction: nullable(text({ description: 'id of the transaction that found it' })),
    configuration: requiredSecret({ maxLength: 1_048_576 }),
    created_at: dateTime({ description: 'when it was first found' }),
    seen_at: dateTime({ description: 'when it was last found' }),
  }),
  key: 'id',
  ...readOnlyResource,
  scope: 'organization',
  filters: {
    device: { column: 'device', operator: '=', isExtension: true },
    changed_by: { column: 'changed_by', operator: '=', isExtension: true },
    created_at__gte: { column: 'created_at', operator: '>=', isExtension: true },
    created_at__lte: { column: 'created_at', operator: '<=', isExtension: true },
  },
  computed: ['device_name'],
  columns: {
    /** Patterns of the secrets in the text, a JSON array, as the type had them; null: not known. */
    secrets: nullable(text()),
  },
  accessPaths: { columns: ['device'] },
  order: { column: 'created_at', direction: 'desc' },
  paging: 'cursor',
});

/** Place that the stored text is sealed for. */
export const configurationSealPlace = 'inventory_configuration.configuration';

declare module '../../contract/tables.ts' {
  interface Tables {
    inventory_configuration: TableOf<typeof configuration>;
  }
}
