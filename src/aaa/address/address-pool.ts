import { Type } from 'typebox';
import { Fault } from '../../contract/errors.ts';
import {
  dateTime,
  id,
  isTextList,
  keysOf,
  name,
  networkList,
  nullable,
  reference,
  text,
} from '../../contract/fields.ts';
import { resource } from '../../contract/resource.ts';
import { parseJsonColumn } from '../../store/store.ts';
import type { Row } from '../../store/query/row-serialization.ts';
import { layoutOf, sizeOf } from './pool-layout.ts';

/** What a pool gives, and the attribute that carries it: RFC 2865 section 5.8, RFC 3162 section 2.3, RFC 4818. */
export const poolKinds = {
  ipv4: { attribute: 'Framed-IP-Address', column: 'framedipaddress' },
  ipv6_prefix: { attribute: 'Framed-IPv6-Prefix', column: 'framedipv6prefix' },
  delegated_prefix: { attribute: 'Delegated-IPv6-Prefix', column: 'delegatedipv6prefix' },
} as const;
export type PoolKind = keyof typeof poolKinds;

export const poolKindNames = keysOf(poolKinds);

/** Addresses that Access-Accepts give to users of profiles, one for each session. */
export const addressPool = resource({
  name: 'address_pool',
  title: 'an address pool',
  plural: 'address pools',
  schema: Type.Object({
    id: id(),
    organization: reference('an organization'),
    name: name({ maxLength: 128 }),
    kind: Type.Enum([...poolKindNames], {
      description: `ipv4: ${poolKinds.ipv4.attribute}; ipv6_prefix: ${poolKinds.ipv6_prefix.attribute}; delegated_prefix: ${poolKinds.delegated_prefix.attribute}`,
    }),
    networks: networkList({
      minItems: 1,
      maxItems: 64,
      description:
        'given in this order; of an IPv4 network of four addresses or more, the first and the last one are not',
    }),
    excluded: networkList({
      maxItems: 64,
      description: 'addresses and networks that are not given',
    }),
    prefix_length: nullable(
      Type.Integer({ minimum: 1, maximum: 128, description: 'length of the prefixes; null: IPv4' }),
    ),
    sticky: Type.Enum(['user', 'device', 'none'], {
      description: 'whose former address is given again, as long as no one else has it',
    }),
    hold_seconds: Type.Integer({
      minimum: 10,
      maximum: 31_536_000,
      description:
        'how long an address is kept from the login on; a session keeps it from its Start to its Stop',
    }),
    description: text(),
    exhausted: nullable(dateTime({ description: 'when a login last found no free address' })),
    created: dateTime(),
    last_change: dateTime(),
  }),
  key: 'id',
  readOnly: ['id', 'exhausted', 'created', 'last_change'],
  defaults: {
    excluded: [],
    prefix_length: null,
    sticky: 'user',
    hold_seconds: 300,
    description: '',
  },
  scope: 'organization',
  references: {},
  timestamps: { created: 'created', changed: 'last_change' },
  filters: { name: { column: 'name', operator: 'contains', schema: text() } },
  lookups: ['id', 'name', 'kind', 'created', 'last_change'],
  databaseDefaults: ['excluded', 'sticky', 'description'],
  order: { column: 'id', direction: 'asc' },
  paging: 'offset',
});

declare module '../../contract/tables.ts' {
  interface Tables {
    address_pool: TableOf<typeof addressPool>;
  }
}

/** The fields that say which addresses a pool has. */
export interface PoolFields {
  readonly kind: string;
  readonly networks: readonly string[];
  readonly excluded: readonly string[];
  readonly prefix_length: number | null;
}

/** Reads these fields from a body or a row. */
export function readPoolFields({
  kind,
  networks,
  excluded,
  prefix_length: length,
}: Row): PoolFields {
  const listOf = (value: unknown): readonly string[] => {
    const list: unknown = typeof value === 'string' ? parseJsonColumn(value) : value;
    return isTextList(list) ? list : [];
  };
  return {
    kind: String(kind),
    networks: listOf(networks),
    excluded: listOf(excluded),
    prefix_length: typeof length === 'number' ? length : null,
  };
}

/**
 * Validates a pool beyond its schema.
 *
 * @param before  the stored pool that the fields change
 * @throws Fault `invalid` naming the field and the value
 */
export function validatePool(given: Row, before: Row = {}): Row {
  const fields = readPoolFields({ excluded: [], prefix_length: null, ...before, ...given });
  if (typeof before.kind === 'string' && fields.kind !== before.kind)
    throw Fault.field('kind', `${JSON.stringify(fields.kind)} - a pool stays ${before.kind}.`);
  const isV4 = fields.kind === 'ipv4';
  if (isV4 !== (fields.prefix_length === null))
    throw Fault.field('prefix_length', isV4 ? 'IPv4 has none.' : 'Prefixes need a length.');
  const layout = layoutOf(fields);
  if (typeof layout === 'string') throw Fault.field('networks', layout);
  if (sizeOf(layout) === 0n) throw Fault.field('networks', 'No address is left to be given.');
  return given;
}
