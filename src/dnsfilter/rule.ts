import { Type } from 'typebox';
import { Fault } from '../errors.ts';
import { id, nullable, name, reference, text, dateTime } from '../fields.ts';
import { resource } from '../resource.ts';
import type { Row } from '../store/query/row-serialization.ts';
import { redirectIpSchema } from './category.ts';
import { canonicalHostname } from './hostname.ts';

/** What becomes of a host or of a category, for everybody of an organization or for a network of it. */
export const dnsRule = resource({
  name: 'dnsfilter_rule',
  title: 'a DNS rule',
  plural: 'DNS rules',
  schema: Type.Object({
    id: id(),
    organization: reference('an organization'),
    name: name({ description: 'what answers call it' }),
    host: nullable(
      Type.String({
        maxLength: 254,
        description: 'a host name; stands for everything below it as well',
      }),
    ),
    category: nullable(
      reference('a dnsfilter_category; a rule is about a host or about a category'),
    ),
    subnet: nullable(
      Type.String({
        format: 'network',
        description: 'whose questions it is about; null: everybody',
      }),
    ),
    action: Type.Enum(['A', 'R'], { description: 'A: allow; R: refuse' }),
    redirect_ip: redirectIpSchema(),
    reason: nullable(text({ description: 'told with a refusal' })),
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

declare module '../tables.ts' {
  interface Tables {
    dnsfilter_rule: TableOf<typeof dnsRule>;
  }
}

/**
 * A rule's fields with its host as it is compared.
 *
 * @param fields  what is given
 * @param before  the rule that it changes
 * @throws Fault `invalid` where it would be about nothing, about two things, or about no host name
 */
export function validateDnsRule(fields: Row, before: Row = {}): Row {
  const { host = null, category = null } = { ...before, ...fields };
  if (host === null && category === null)
    throw Fault.field('host', 'A rule needs a host or a category.');
  if (host !== null && category !== null)
    throw Fault.field('category', 'A rule is about a host or about a category, not about both.');
  return typeof fields.host === 'string' ? { ...fields, host: compared(fields.host) } : fields;
}

function compared(host: string): string {
  const canonical = canonicalHostname(host);
  if (canonical === null) throw Fault.field('host', 'Expected a host name.');
  return canonical;
}
