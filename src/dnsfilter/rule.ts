import { Type } from 'typebox';
import { Fault } from '../contract/errors.ts';
import { id, nullable, name, reference, text, dateTime } from '../contract/fields.ts';
import { resource } from '../contract/resource.ts';
import type { Row } from '../store/query/row-serialization.ts';
import { redirectIpSchema } from './category.ts';
import { canonicalHostname } from './hostname.ts';

/** A rule: the action for a host or a category, for all clients of an organization or for one subnet. */
export const dnsRule = resource({
  name: 'dnsfilter_rule',
  title: 'a DNS rule',
  plural: 'DNS rules',
  schema: Type.Object({
    id: id(),
    organization: reference('an organization'),
    name: name({ description: 'the name of the rule in verdicts' }),
    host: nullable(
      Type.String({
        maxLength: 254,
        description: 'a host name; includes all names below it',
      }),
    ),
    category: nullable(reference('a dnsfilter_category; a rule names either a host or a category')),
    subnet: nullable(
      Type.String({
        format: 'network',
        description: 'the clients that it applies to; null: all',
      }),
    ),
    action: Type.Enum(['A', 'R'], { description: 'A: allow; R: refuse' }),
    redirect_ip: redirectIpSchema(),
    reason: nullable(text({ description: 'the reason that a verdict gives' })),
    is_active: Type.Boolean(),
    created_at: dateTime(),
    updated_at: dateTime(),
  }),
  key: 'id',
  readOnly: ['id', 'created_at', 'updated_at'],
  defaults: {
    host: null,
    category: null,
    subnet: null,
    redirect_ip: null,
    reason: null,
    is_active: true,
  },
  scope: 'organization',
  references: { category: { table: 'dnsfilter_category', scope: 'organization' } },
  timestamps: { created: 'created_at', changed: 'updated_at' },
  filters: {},
  lookups: [
    'id',
    'name',
    'host',
    'category',
    'subnet',
    'action',
    'is_active',
    'created_at',
    'updated_at',
  ],
  databaseDefaults: ['is_active'],
  order: { column: 'id', direction: 'asc' },
  paging: 'offset',
});

declare module '../contract/tables.ts' {
  interface Tables {
    dnsfilter_rule: TableOf<typeof dnsRule>;
  }
}

/**
 * Validates a rule and makes its host canonical.
 *
 * @param fields  the fields of the body
 * @param before  the stored rule that they change
 * @throws Fault `invalid` unless the rule has either a host name or a category
 */
export function validateDnsRule(fields: Row, before: Row = {}): Row {
  const { host = null, category = null } = { ...before, ...fields };
  if (host === null && category === null)
    throw Fault.field('host', 'A rule needs a host or a category.');
  if (host !== null && category !== null)
    throw Fault.field('category', 'A rule has either a host or a category, not both.');
  return typeof fields.host === 'string' ? { ...fields, host: toCanonical(fields.host) } : fields;
}

function toCanonical(host: string): string {
  const canonical = canonicalHostname(host);
  if (canonical === null) throw Fault.field('host', 'Expected a host name.');
  return canonical;
}
