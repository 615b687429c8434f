import { Type } from 'typebox';
import { Fault } from '../../contract/errors.ts';
import { eapMethodList } from '../../contract/eap-method.ts';
import { id, name, reference, text, dateTime } from '../../contract/fields.ts';
import type { AttributeDictionary } from '../../contract/attribute-dictionary.ts';
import { resource } from '../../contract/resource.ts';
import { rejectFields, validateRejectFields } from '../../organization/reject-fields.ts';
import type { Row } from '../../store/query/row-serialization.ts';
import { validateAttributeLists, type AttributeListFields } from './attribute-list-validation.ts';
import {
  checkAttributes,
  limitAttributes,
  onLimit,
  replyAttributes,
  vlan,
  vlanAttributes,
  type ReplyAttributes,
} from './attribute-lists.ts';
import { parseJsonColumn } from '../../store/store.ts';

/** A named set of RADIUS attributes that its users are granted. */
export const profile = resource({
  name: 'aaa_profile',
  title: 'an AAA profile',
  plural: 'AAA profiles',
  schema: Type.Object({
    id: id(),
    organization: reference('an organization'),
    name: name({ maxLength: 128 }),
    description: text(),
    priority: Type.Integer({
      minimum: 0,
      maximum: 1_000,
      'x-extension': true,
      description:
        'of a user with several profiles: a lower priority goes before a higher one; for the same, `profile` of the user, then the older one',
    }),
    reply_attributes: replyAttributes,
    check_attributes: checkAttributes,
    vlan,
    address_pools: Type.Array(reference('an address pool'), {
      maxItems: 16,
      uniqueItems: true,
      'x-extension': true,
      description:
        'pools that give its users addresses, by kind; of one kind the next gives one when the one before it has none left',
    }),
    eap_methods: eapMethodList({
      'x-extension': true,
      description:
        'methods of EAP that its users may use; of several profiles the one counts that goes before the others and has some; empty: all',
    }),
    on_limit: onLimit,
    limit_attributes: limitAttributes,
    ...rejectFields('as its organization'),
    created: dateTime(),
    last_change: dateTime(),
  }),
  key: 'id',
  readOnly: ['id', 'created', 'last_change'],
  defaults: {
    description: '',
    priority: 100,
    reply_attributes: [],
    check_attributes: [],
    vlan: null,
    address_pools: [],
    eap_methods: [],
    on_limit: 'disconnect',
    limit_attributes: [],
    reject_message: null,
    reject_text: null,
  },
  scope: 'organization',
  references: {},
  referenceLists: {
    address_pools: {
      table: 'address_pool',
      scope: 'organization',
      through: { table: 'aaa_profile_pool_entry', column: 'pool' },
    },
  },
  timestamps: { created: 'created', changed: 'last_change' },
  filters: {},
  lookups: ['id', 'name', 'organization', 'priority', 'created', 'last_change'],
  databaseDefaults: [
    'description',
    'priority',
    'address_pools',
    'eap_methods',
    'on_limit',
    'limit_attributes',
  ],
  order: { column: 'id', direction: 'asc' },
  paging: 'offset',
});

declare module '../../contract/tables.ts' {
  interface Tables {
    aaa_profile: TableOf<typeof profile>;
  }
}

interface ProfileContext {
  readonly dictionary: () => AttributeDictionary;
  /** The stored profile that is changed. */
  readonly before?: Row;
}

/**
 * Validates a profile beyond its schema.
 *
 * @throws Fault `invalid`, with the fields
 */
export function validateProfile(
  given: Row & AttributeListFields,
  { dictionary, before = {} }: ProfileContext,
): void {
  const after: Row = { limit_attributes: [], ...before, ...given };
  const { on_limit, limit_attributes } = after;
  const isEmpty =
    limit_attributes === '[]' || (Array.isArray(limit_attributes) && limit_attributes.length === 0);
  if (on_limit === 'coa' && isEmpty)
    throw Fault.field('limit_attributes', 'A CoA when a limit is reached needs attributes.');
  validateRejectFields(after);
  validateAttributeLists(given, dictionary);
  validateVlan(after);
}

/** Two ways to state a VLAN would send both. */
function validateVlan({ vlan, reply_attributes: list }: Row): void {
  if (vlan === null || vlan === undefined) return;
  const replies = typeof list === 'string' ? parseJsonColumn<ReplyAttributes>(list) : list;
  const other = (Array.isArray(replies) ? (replies as ReplyAttributes) : []).find(({ attribute }) =>
    vlanAttributes.some((name) => name.toLowerCase() === attribute.toLowerCase().split(':', 1)[0]),
  );
  if (other)
    throw Fault.field(
      'vlan',
      `reply_attributes has ${other.attribute}; state the VLAN in one of them.`,
    );
}
