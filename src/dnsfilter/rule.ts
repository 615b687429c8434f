import { Type } from 'typebox';
import { Fault } from '../errors.ts';
import { id, maybe, name, reference, text, time } from '../fields.ts';
import { resource } from '../resource.ts';
import type { Row } from '../store/item.ts';
import { redirectIp } from './category.ts';
import { canonicalHost } from './hostname.ts';

/** What becomes of a host or of a category, for everybody of an organization or for a network of it. */
export const rule = resource({
  name: 'dnsfilter_rule',
  title: 'a DNS rule',
  plural: 'DNS rules',
  schema: Type.Object({
    id: id(),
    organization: reference('an organization'),
    name: name({ description: 'what answers call it' }),
    host: maybe(Type.String({ maxLength: 254, description: 'a host name; stands for everything below it as well' })),
    category: maybe(reference('a dnsfilter_category; a rule is about a host or about a category')),
    subnet: maybe(Type.String({ format: 'network', description: 'whose questions it is about; null: everybody' })),
    action: Type.Enum(['A', 'R'], { description: 'A: allow; R: refuse' }),
    redirect_ip: redirectIp(),
    reason: maybe(text({ description: 'told with a refusal' })),
    is_active: Type.Boolean(),
    created_at: time(),
    updated_at: time(),
  }),
  key: 'id',
  readOnly: ['id', 'created_at', 'updated_at'],
  initial: { host: null, category: null, subnet: null, redirect_ip: null, reason: null, is_active: true },
  scope: 'organization',
  references: { category: { table: 'dnsfilter_category', scope: 'organization' } },
  stamps: { created: 'created_at', changed: 'updated_at' },
  filters: {},
  lookups: ['id', 'name', 'host', 'category', 'subnet', 'action', 'is_active', 'created_at', 'updated_at'],
  order: { column: 'id', direction: 'asc' },
  paging: 'offset',
});

/**
 * A rule's fields with its host as it is compared.
 *
 * @param fields  what is given
 * @param before  the rule that it changes
 * @throws Fault `invalid` where it would be about nothing, about two things, or about no host name
 */
export function checkedRule(fields: Row, before: Row = {}): Row {
  const { host = null, category = null } = { ...before, ...fields };
  if (host === null && category === null) throw Fault.field('host', 'A rule needs a host or a category.');
  if (host !== null && category !== null)
    throw Fault.field('category', 'A rule is about a host or about a category, not about both.');
  return typeof fields.host === 'string' ? { ...fields, host: compared(fields.host) } : fields;
}

function compared(host: string): string {
  const canonical = canonicalHost(host);
  if (canonical === null) throw Fault.field('host', 'Expected a host name.');
  return canonical;
}
