import type { GeneratedAlways } from 'kysely';
import { Type } from 'typebox';
import {
  dateTime,
  id,
  name,
  nullable,
  reference,
  secretObject,
  text,
} from '../../contract/fields.ts';
import { resource } from '../../contract/resource.ts';
import { variableName } from './setting-template.ts';

const maxVariables = 500;
const maxOctets = 65_536;

const named = Type.String({ pattern: `^${variableName}$` });

/** Values that the templates of settings name: of an organization and those below it, as far as the other fields match. */
export const variableSet = resource({
  name: 'inventory_variable_set',
  relation: (_dialect, ownColumns) => `
    select ${ownColumns('v')}, o.name as organization_name
    from inventory_variable_set v join organization o on o.id = v.organization`,
  title: 'a variable set',
  plural: 'variable sets',
  schema: Type.Object({
    id: id(),
    organization: reference('an organization; the set holds for its devices and those below it'),
    organization_name: text(),
    name: name(),
    description: text(),
    location: nullable(reference('a location; devices there and below it. null: everywhere')),
    type: nullable(reference('an inventory_type; null: any')),
    device: nullable(reference('an inventory_device; null: any')),
    weight: Type.Integer({
      minimum: -1000,
      maximum: 1000,
      description:
        'the set with the greatest weight decides; with equal weights: the set of the device, the nearest location, the type, the nearest organization, the oldest set',
    }),
    variables: Type.Record(
      named,
      Type.Unsafe<string | number | boolean>({
        type: ['string', 'number', 'boolean'],
        maxLength: 16_384,
      }),
      {
        additionalProperties: false,
        maxProperties: maxVariables,
        'x-max-octets': maxOctets,
        description: 'values by name; `{{ name }}` in a setting stands for the value',
      },
    ),
    secret_variables: secretObject(
      Type.Record(named, Type.String({ maxLength: 4096 }), {
        additionalProperties: false,
        maxProperties: maxVariables,
        'x-max-octets': maxOctets,
        description: 'further values, for settings that are passwords only; never shown',
      }),
    ),
    created_at: dateTime(),
    updated_at: dateTime(),
  }),
  key: 'id',
  readOnly: ['id', 'organization_name', 'created_at', 'updated_at'],
  defaults: {
    description: '',
    location: null,
    type: null,
    device: null,
    weight: 0,
    variables: {},
    secret_variables: null,
  },
  scope: 'organization',
  references: {
    location: { table: 'location', scope: 'organization' },
    type: { table: 'inventory_type', slug: 'short_name', scope: 'shared' },
    device: { table: 'inventory_device', scope: 'organization' },
  },
  timestamps: { created: 'created_at', changed: 'updated_at' },
  filters: {},
  lookups: ['id', 'name', 'organization', 'location', 'type', 'device', 'weight', 'updated_at'],
  computed: ['organization_name'],
  databaseDefaults: ['description', 'weight', 'variables'],
  order: { column: 'id', direction: 'asc' },
  paging: 'offset',
});

declare module '../../contract/tables.ts' {
  interface Tables {
    inventory_variable_set: TableOf<typeof variableSet>;
    /** A change of variables that the settings of the devices from `position` on have not followed yet. */
    inventory_variable_change: {
      id: GeneratedAlways<number>;
      organization: number;
      /** Null: all devices of the organization and those below it. */
      device: number | null;
      /** The last device that has followed; -1: the work has not begun. */
      position: number;
      created_at: number;
    };
  }
}
