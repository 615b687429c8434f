import { Type } from 'typebox';
import type { CallerScope } from '../../contract/caller.ts';
import { Fault } from '../../contract/errors.ts';
import { address, dateTime, id, name, nullable, reference, text } from '../../contract/fields.ts';
import { resource } from '../../contract/resource.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { checkDestination } from '../../inventory/device/device-address.ts';
import { fiasEncodings } from '../../protocol/fias/fias-record.ts';
import type { Row } from '../../store/query/row-serialization.ts';

/** How often a guest is charged: once for the stay, or for each day on which it logs in. */
const chargePeriods = ['stay', 'day'] as const;

/** A hotel system (PMS) whose guests log in with their room and name, over FIAS. */
export const pmsLink = resource({
  name: 'pms_link',
  title: 'a link to a hotel system',
  plural: 'links to hotel systems',
  schema: Type.Object({
    id: id(),
    organization: Type.Integer({
      minimum: 1,
      description:
        'id of an organization; its guests log in at the access points of it and of all below it, except where a nearer organization has a link',
    }),
    location: nullable(
      Type.Integer({
        minimum: 1,
        description:
          'id of a location: its guests log in only at its access points; null: everywhere',
      }),
    ),
    name: name(),
    host: address(),
    port: Type.Integer({ minimum: 1, maximum: 65_535, description: 'of its FIAS interface' }),
    encoding: Type.Enum([...fiasEncodings], {
      description: 'of names; older systems use the code page of Windows',
    }),
    profile: nullable(reference('the AAA profile of guests; null: none')),
    charge_amount: nullable(
      Type.Integer({
        minimum: 1,
        maximum: 1_000_000_000,
        description:
          'what is posted to the room at the login of a guest, in the smallest unit of the currency of the hotel system; null: the network is free',
      }),
    ),
    charge_text: nullable(text({ maxLength: 80, description: 'of the charge on the bill' })),
    charge_period: Type.Enum([...chargePeriods], {
      description: 'stay: one charge until check-out; day: one for each day with a login',
    }),
    keep_days: Type.Integer({
      minimum: 0,
      maximum: 365,
      description:
        'how long a guest, its user and its charges are kept after check-out; they are then deleted',
    }),
    is_active: Type.Boolean(),
    description: text(),
    state: Type.Enum(['unknown', 'up', 'down'], {
      description: 'whether the link is alive; written on each change',
    }),
    state_since: nullable(dateTime()),
    last_error: nullable(text()),
    synced_at: nullable(
      dateTime({ description: 'when the hotel system has sent all guests in house last' }),
    ),
    created: dateTime(),
    last_change: dateTime(),
  }),
  key: 'id',
  readOnly: ['id', 'state', 'state_since', 'last_error', 'synced_at', 'created', 'last_change'],
  defaults: {
    location: null,
    encoding: 'utf-8',
    profile: null,
    charge_amount: null,
    charge_text: null,
    charge_period: 'stay',
    keep_days: 7,
    is_active: true,
    description: '',
  },
  scope: 'organization',
  references: {
    location: { table: 'location', scope: 'organization' },
    profile: { table: 'aaa_profile', scope: 'organization' },
  },
  timestamps: { created: 'created', changed: 'last_change' },
  filters: {
    name: { column: 'name', operator: 'contains', schema: text() },
    location: { column: 'location', operator: '=', schema: reference('a location') },
  },
  lookups: ['id', 'name', 'location', 'state', 'is_active', 'created', 'last_change'],
  databaseDefaults: ['is_active', 'description', 'state'],
  order: { column: 'id', direction: 'asc' },
  paging: 'offset',
});

declare module '../../contract/tables.ts' {
  interface Tables {
    pms_link: TableOf<typeof pmsLink>;
  }
}

/** Who changes it. */
interface Access {
  readonly gateway: Pick<Gateway, 'store'>;
  readonly caller: CallerScope;
}

/**
 * Validates that the organization of a link may be connected to where its host says.
 *
 * @param fields  of the request
 * @param before  the stored link that they change
 * @throws Fault `invalid` naming the field
 */
export async function checkPmsLink(
  { gateway: { store }, caller }: Access,
  fields: Row,
  before: Row,
): Promise<void> {
  const { host, organization, charge_amount, charge_text }: Row = { ...before, ...fields };
  if ((charge_text ?? null) !== null && (charge_amount ?? null) === null)
    throw Fault.field('charge_text', 'Without `charge_amount` nothing is charged.');
  if (!('host' in fields) && !('organization' in fields)) return;
  if (typeof host !== 'string' || typeof organization !== 'number') return;
  // The write refuses an organization that the caller does not see; its networks are nothing to tell.
  if (!caller.organizations.includes(organization)) return;
  await checkDestination(store, 'host', { organization, host });
}
