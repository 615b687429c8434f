import { Type } from 'typebox';
import { Fault } from '../contract/errors.ts';
import { id, isTextList, nullable, name, reference, text, dateTime } from '../contract/fields.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { resource } from '../contract/resource.ts';
import { splitList } from '../runtime/split-list.ts';
import { deserializeFields, type Row } from '../store/query/row-serialization.ts';
import { compileStatement, type Statement } from '../store/store.ts';
import { buildInsert, buildUpdate } from '../store/query/resource-query.ts';
import { canonicalHostname } from './hostname.ts';

const maxHosts = 10_000;

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
  relation: ({ jsonList }) => `
    select c.*,
      (select coalesce(${jsonList('h.host')}, '[]') from dnsfilter_category_host h where h.category = c.id) as hosts
    from dnsfilter_category c`,
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
    hosts: Type.Array(Type.String({ maxLength: 254 }), {
      maxItems: maxHosts,
      description: 'host names; each includes all names below it',
    }),
    created_at: dateTime(),
    updated_at: dateTime(),
  }),
  key: 'id',
  readOnly: ['id', 'created_at', 'updated_at'],
  defaults: { description: '', action: null, redirect_ip: null, hosts: [] },
  scope: 'organization',
  references: {},
  timestamps: { created: 'created_at', changed: 'updated_at' },
  filters: {},
  lookups: ['id', 'name', 'action', 'created_at', 'updated_at'],
  computed: ['hosts'],
  databaseDefaults: ['description'],
  order: { column: 'id', direction: 'asc' },
  paging: 'offset',
});

declare module '../contract/tables.ts' {
  interface Tables {
    dnsfilter_category: TableOf<typeof dnsCategory>;
    /** A host name, with everything below it, of a category. */
    dnsfilter_category_host: { category: number; host: string };
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
  const { db } = gateway.store;
  const newest = db
    .selectFrom('dnsfilter_category')
    .select('id')
    .where('organization', '=', Number(fields.organization))
    .where('name', '=', String(fields.name));
  const values = hostsIn(hosts).map((host) => ({ category: newest, host }));
  const unit = [
    buildInsert(gateway.store, dnsCategory, row),
    ...splitList(values, hostsPerStatement).map((some) =>
      compileStatement(insertHosts(gateway, some)),
    ),
  ];
  const [written] = await gateway.store.write(unit).catch(duplicate(fields.name));
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
    .write([change, ...(hosts === undefined ? [] : replaceHosts(gateway, key, hostsIn(hosts)))])
    .catch(duplicate(fields.name));
}

function replaceHosts(gateway: Gateway, key: number, hosts: readonly string[]): Statement[] {
  const values = hosts.map((host) => ({ category: key, host }));
  return [
    compileStatement(
      gateway.store.db.deleteFrom('dnsfilter_category_host').where('category', '=', key),
    ),
    ...splitList(values, hostsPerStatement).map((some) =>
      compileStatement(insertHosts(gateway, some)),
    ),
  ];
}

type HostRows = Parameters<ReturnType<typeof into>['values']>[0];

/** SQLite binds at most 32,766 parameters. */
const hostsPerStatement = 2000;

function into({ store }: Gateway) {
  return store.db.insertInto('dnsfilter_category_host');
}

function insertHosts(gateway: Gateway, values: HostRows) {
  return into(gateway).values(values);
}

/** @throws Fault `invalid` naming each entry that is not a host name */
function hostsIn(given: unknown): string[] {
  const errors: Record<string, string[]> = {};
  const hosts = (isTextList(given) ? given : []).map((text, index) => {
    const host = canonicalHostname(text);
    if (host === null) errors[`hosts.${index}`] = ['Expected a host name.'];
    return host ?? '';
  });
  if (Object.keys(errors).length > 0) throw new Fault('invalid', 'hosts', { fields: errors });
  return [...new Set(hosts)];
}

function duplicate(name: unknown) {
  return (error: unknown): never => {
    if (!(error instanceof Fault) || error.fields?.name === undefined) throw error;
    throw Fault.field('name', `a DNS category with name ${JSON.stringify(name)} already exists.`);
  };
}
