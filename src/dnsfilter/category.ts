import { Type } from 'typebox';
import { Fault } from '../contract/errors.ts';
import { id, isTextList, nullable, name, reference, text, dateTime } from '../contract/fields.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { resource } from '../contract/resource.ts';
import { deserializeFields, type Row } from '../store/query/row-serialization.ts';
import { buildInsert, buildUpdate } from '../store/query/resource-query.ts';
import { maxListedHosts, replaceHosts } from './category-host.ts';
import { canonicalHostname } from './hostname.ts';

export const redirectIpSchema = () =>
  nullable(
    Type.String({
      format: 'network',
      pattern: '^[^/]+$',
      description: 'an IPv4 or IPv6 address that refused hosts resolve to',
    }),
  );

/** A category: hosts of a kind, and the action for hosts without a matching rule. */
export const dnsCategory = resource({
  name: 'dnsfilter_category',
  title: 'a DNS category',
  plural: 'DNS categories',
  schema: Type.Object({
    id: id(),
    organization: reference('an organization'),
    name: name(),
    description: text(),
    action: Type.Unsafe<'A' | 'R' | null>({
      type: ['string', 'null'],
      enum: ['A', 'R', null],
      description: 'A: allow; R: refuse; null: no action, the category only names its hosts',
    }),
    redirect_ip: redirectIpSchema(),
    hosts_count: Type.Integer({ description: 'number of host names in its list' }),
    created_at: dateTime(),
    updated_at: dateTime(),
  }),
  key: 'id',
  readOnly: ['id', 'hosts_count', 'created_at', 'updated_at'],
  defaults: { description: '', action: null, redirect_ip: null },
  scope: 'organization',
  references: {},
  timestamps: { created: 'created_at', changed: 'updated_at' },
  filters: {},
  lookups: ['id', 'name', 'action', 'created_at', 'updated_at'],
  columns: {
    /** The edition of its hosts that is in force. */
    edition: Type.Integer(),
    /** The newest edition that was begun. */
    last_edition: Type.Integer(),
  },
  databaseDefaults: ['description', 'hosts_count', 'edition', 'last_edition'],
  order: { column: 'id', direction: 'asc' },
  paging: 'offset',
});

const { id: categoryId, ...otherFields } = dnsCategory.schema.properties;

/** A category together with its hosts, as a body and a site file may give them. No reply has them: lists have a million hosts. */
export const dnsCategoryWithHosts = {
  ...dnsCategory,
  schema: Type.Object({
    id: categoryId,
    ...otherFields,
    hosts: Type.Optional(
      Type.Array(Type.String({ maxLength: 254 }), {
        maxItems: maxListedHosts,
        description:
          'host names that replace those of the category; each includes all names below it',
      }),
    ),
  }),
};

declare module '../contract/tables.ts' {
  interface Tables {
    dnsfilter_category: TableOf<typeof dnsCategory>;
  }
}

/**
 * Creates a category and its hosts in one transaction.
 *
 * @param fields  validated, references resolved
 * @returns       its id
 * @throws Fault `invalid` if a host is not a host name, or the name exists in the organization
 */
export async function createDnsCategory(
  gateway: Gateway,
  { hosts, ...fields }: Row,
): Promise<number> {
  const at = gateway.now().getTime();
  const row = {
    ...deserializeFields(dnsCategory, fields, gateway.vault),
    created_at: at,
    updated_at: at,
  };
  const { store } = gateway;
  const newest = store.db
    .selectFrom('dnsfilter_category')
    .select('id')
    .where('organization', '=', Number(fields.organization))
    .where('name', '=', String(fields.name));
  const unit = [
    buildInsert(store, dnsCategory, row),
    ...(hosts === undefined ? [] : replaceHosts(store, newest, hostsIn(hosts))),
  ];
  const [written] = await store.write(unit).catch(duplicate(fields.name));
  return Number(written?.rows[0]?.['id']);
}

/**
 * Changes a category; `hosts`, if present, replace its hosts.
 *
 * @param of.unchangedSince  `updated_at` of the state that the change applies to; null: any
 * @throws as `createDnsCategory`
 */
export async function updateDnsCategory(
  gateway: Gateway,
  { key, unchangedSince }: { readonly key: number; readonly unchangedSince: number | null },
  { hosts, ...fields }: Row,
): Promise<void> {
  const row = deserializeFields(dnsCategory, fields, gateway.vault);
  const stamp = { column: 'updated_at', now: gateway.now().getTime() };
  const where = [
    { column: 'id', operator: '=' as const, value: key },
    ...(unchangedSince === null
      ? []
      : [{ column: stamp.column, operator: '=' as const, value: unchangedSince }]),
  ];
  const change = buildUpdate(gateway.store, dnsCategory, { scope: 'all', where, row, stamp });
  await gateway.store
    .write([
      change,
      ...(hosts === undefined ? [] : replaceHosts(gateway.store, key, hostsIn(hosts))),
    ])
    .catch(duplicate(fields.name));
}

/** Returns the canonical names of a list of hosts, each once. @throws Fault `invalid` naming each entry that is not a host name */
export function hostsIn(given: unknown, field = 'hosts'): string[] {
  const errors: Record<string, string[]> = {};
  const hosts = (isTextList(given) ? given : []).map((text, index) => {
    const host = canonicalHostname(text);
    if (host === null) errors[`${field}.${index}`] = ['Expected a host name.'];
    return host ?? '';
  });
  if (Object.keys(errors).length > 0) throw new Fault('invalid', field, { fields: errors });
  return [...new Set(hosts)];
}

function duplicate(name: unknown) {
  return (error: unknown): never => {
    if (!(error instanceof Fault) || error.fields?.name === undefined) throw error;
    throw Fault.field('name', `a DNS category with name ${JSON.stringify(name)} already exists.`);
  };
}
