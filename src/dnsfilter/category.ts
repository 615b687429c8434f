import { Type } from 'typebox';
import { Fault } from '../errors.ts';
import { id, maybe, name, reference, text, time } from '../fields.ts';
import type { Gateway } from '../gateway.ts';
import { resource } from '../resource.ts';
import { toRow, type Row } from '../store/item.ts';
import { compiled, type Statement } from '../store/store.ts';
import { insert, update } from '../store/table.ts';
import { canonicalHost } from './hostname.ts';

const mostHosts = 10_000;

export const redirectIp = () =>
  maybe(Type.String({ format: 'network', pattern: '^[^/]+$', description: 'an IPv4 or IPv6 address to be sent to instead' }));

/** Hosts of a kind, and what becomes of them where no rule says otherwise. */
export const category = resource({
  name: 'dnsfilter_category',
  view: 'dnsfilter_category_view',
  title: 'a DNS category',
  plural: 'DNS categories',
  schema: Type.Object({
    id: id(),
    organization: reference('an organization'),
    name: name(),
    description: text(),
    action: Type.Unsafe<'A' | 'R' | null>({
      ...{ type: ['string', 'null'], enum: ['A', 'R', null] },
      description: 'A: allow; R: refuse; null: it only names its hosts',
    }),
    redirect_ip: redirectIp(),
    hosts: Type.Array(Type.String({ maxLength: 254 }), {
      maxItems: mostHosts,
      description: 'host names, each of which stands for everything below it as well',
    }),
    created_at: time(),
    updated_at: time(),
  }),
  key: 'id',
  readOnly: ['id', 'created_at', 'updated_at'],
  initial: { description: '', action: null, redirect_ip: null, hosts: [] },
  scope: 'organization',
  references: {},
  stamps: { created: 'created_at', changed: 'updated_at' },
  filters: {},
  lookups: ['id', 'name', 'action', 'created_at', 'updated_at'],
  order: { column: 'id', direction: 'asc' },
  paging: 'offset',
});

/**
 * Makes a category with its hosts, together or not at all.
 *
 * @param fields  checked, references resolved
 * @returns       its id
 * @throws Fault `invalid` where a host is none, or the organization has one of that name
 */
export async function createCategory(gateway: Gateway, { hosts, ...fields }: Row): Promise<number> {
  const at = gateway.now().getTime();
  const row = { ...toRow(category, fields, gateway.vault), created_at: at, updated_at: at };
  const { db } = gateway.store;
  const newest = db
    .selectFrom('dnsfilter_category')
    .select('id')
    .where('organization', '=', Number(fields.organization))
    .where('name', '=', String(fields.name));
  const values = hostsIn(hosts).map((host) => ({ category: newest, host }));
  const unit = [insert(gateway.store, category, row), ...chunks(values).map((some) => compiled(insertHosts(gateway, some)))];
  const [written] = await gateway.store.write(unit).catch(duplicate(fields.name));
  return Number(written?.rows[0]?.['id']);
}

/** Changes a category that the caller may change; `hosts`, where they are given, are all of them. @throws as `createCategory` */
export async function changeCategory(gateway: Gateway, key: number, { hosts, ...fields }: Row): Promise<void> {
  const row = { ...toRow(category, fields, gateway.vault), updated_at: gateway.now().getTime() };
  const where = [{ column: 'id', operator: '=' as const, value: key }];
  const change = update(gateway.store, category, { scope: 'all', where, row });
  await gateway.store
    .write([change, ...(hosts === undefined ? [] : replaceHosts(gateway, key, hostsIn(hosts)))])
    .catch(duplicate(fields.name));
}

function replaceHosts(gateway: Gateway, key: number, hosts: readonly string[]): Statement[] {
  const values = hosts.map((host) => ({ category: key, host }));
  return [
    compiled(gateway.store.db.deleteFrom('dnsfilter_category_host').where('category', '=', key)),
    ...chunks(values).map((some) => compiled(insertHosts(gateway, some))),
  ];
}

type HostRows = Parameters<ReturnType<typeof into>['values']>[0];

function into({ store }: Gateway) {
  return store.db.insertInto('dnsfilter_category_host');
}

function insertHosts(gateway: Gateway, values: HostRows) {
  return into(gateway).values(values);
}

/** SQLite binds at most 32766 values in a statement. */
function chunks<T>(values: readonly T[]): T[][] {
  const size = 2000;
  return Array.from({ length: Math.ceil(values.length / size) }, (_, index) => values.slice(index * size, (index + 1) * size));
}

/** @throws Fault `invalid` naming each that is no host name */
function hostsIn(given: unknown): string[] {
  const errors: Record<string, string[]> = {};
  const hosts = ((given ?? []) as readonly string[]).map((text, index) => {
    const host = canonicalHost(text);
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
