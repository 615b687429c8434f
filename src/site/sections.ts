import { Type } from 'typebox';
import { accessPoint } from '../aaa/access-point.ts';
import { checkAttributeLists } from '../aaa/attribute-faults.ts';
import { numbered } from '../aaa/attributes.ts';
import { checkedClient, client } from '../aaa/client.ts';
import { location } from '../aaa/location.ts';
import { organization } from '../aaa/organization.ts';
import { checkProfile, profile } from '../aaa/profile.ts';
import { checkedUpstream, upstream } from '../aaa/upstream.ts';
import { password, user } from '../aaa/user.ts';
import type { Adapter } from '../adapter.ts';
import { category } from '../dnsfilter/category.ts';
import { canonicalHost } from '../dnsfilter/hostname.ts';
import { checkedRule, rule } from '../dnsfilter/rule.ts';
import { Fault } from '../errors.ts';
import { maybe } from '../fields.ts';
import { connectionProfile } from '../inventory/connection-profile.ts';
import { device } from '../inventory/device.ts';
import type { Dictionary } from '../protocol/radius/dictionary.ts';
import type { Resource } from '../resource.ts';
import type { Row } from '../store/item.ts';
import { organizations, type Naming, type Section } from './section.ts';
import { checkServices } from '../inventory/services.ts';

const named = (table: Naming['table']): Naming => ({ table, key: 'name', unique: 'organization' });
const types: Naming = { table: 'inventory_type', key: 'short_name', unique: 'store' };

const stamps = { created: 'created', changed: 'last_change' };
const inventoryStamps = { created: 'created_at', changed: 'updated_at' };

/** What YAML files of device types make, and a site file therefore cannot. */
export const madeByTypes: readonly string[] = ['inventory_type', 'inventory_parameter', 'inventory_metric', 'inventory_group'];

/** What objects are judged by. */
export interface Knowledge {
  readonly adapters: ReadonlyMap<string, Adapter>;
  readonly dictionary: () => Dictionary;
}

/** Everything that a site file can set up. A section may refer to those above it, so this is also the order of writing. */
export function sectionsWith({ adapters, dictionary }: Knowledge): readonly Section[] {
  return [
    organizationSection,
    profileSection(dictionary),
    { ...kept('location', location), references: { parent: named('location') }, parent: 'parent', stamps },
    { ...kept('access_point', accessPoint), references: { location: named('location') }, stamps },
    { ...kept('aaa_client', client), stamps, prepare: checkedClient },
    { ...kept('aaa_upstream', upstream), stamps, prepare: checkedUpstream },
    userSection(dictionary),
    {
      ...{ ...kept('inventory_connection_profile', connectionProfile), stamps: inventoryStamps },
      prepare: (fields) => checkServices(adapters, fields),
    },
    {
      ...{ ...kept('inventory_device', device), stamps: inventoryStamps },
      references: { type: types, location: named('location'), connection_profile: named('inventory_connection_profile') },
    },
    {
      ...{ ...kept('dnsfilter_category', category), stamps: inventoryStamps, prepare: withHosts },
      list: { field: 'hosts', table: 'dnsfilter_category_host', owner: 'category', column: 'host' },
    },
    {
      ...{ ...kept('dnsfilter_rule', rule), stamps: inventoryStamps, prepare: checkedRule },
      references: { category: named('dnsfilter_category') },
    },
  ];
}

const kept = (table: Naming['table'], of: Resource) => ({ ...named(table), of, initial: of.initial, references: {} });

/** Whether an organization lies in another is too much to be left to a default: the file says it, or there is but one root. */
const organizationInitial = without(organization.initial, 'parent');

const organizationSection: Section = {
  ...organizations,
  of: organization,
  initial: organizationInitial,
  references: { parent: organizations },
  parent: 'parent',
  stamps,
};

const profileSection = (dictionary: Knowledge['dictionary']): Section => ({
  ...{ ...kept('aaa_profile', profile), stamps, written: withoutPlaces },
  prepare(fields, before) {
    checkProfile(fields, { dictionary, before });
    return withPlaces(fields);
  },
});

const userSection = (dictionary: Knowledge['dictionary']): Section => ({
  ...{ table: 'user', key: 'username', unique: 'store' },
  of: user,
  initial: user.initial,
  references: { profile: named('aaa_profile') },
  stamps,
  more: {
    password: maybe(password()),
    reversible_password: Type.Boolean({ description: 'keep the password in clear as well, sealed: CHAP and MS-CHAPv2 need it' }),
  },
  prepare(fields) {
    if (fields.attributes) checkAttributeLists(fields.attributes, dictionary, 'attributes');
    return inAttributes(fields, withPlaces);
  },
  written: (fields) => inAttributes(fields, withoutPlaces),
});

interface Attribute {
  readonly id?: number;
  readonly attribute: string;
}

function withPlaces(fields: Row): Row {
  return eachList(fields, numbered);
}

function withoutPlaces(fields: Row): Row {
  return eachList(fields, (list) => list.map((attribute) => without({ ...attribute }, 'id')));
}

function without(fields: Row, field: string): Row {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== field));
}

function inAttributes(fields: Row, change: (lists: Row) => Row): Row {
  const { attributes } = fields;
  return typeof attributes === 'object' && attributes !== null ? { ...fields, attributes: change({ ...attributes }) } : fields;
}

function eachList(fields: Row, change: (list: readonly Attribute[]) => readonly unknown[]): Row {
  const changed = Object.entries(fields).map(([field, value]) =>
    Array.isArray(value) ? [field, change(value as readonly Attribute[])] : [field, value],
  );
  return Object.fromEntries(changed) as Row;
}

function withHosts(fields: Row): Row {
  if (!Array.isArray(fields.hosts)) return fields;
  const given = fields.hosts as readonly string[];
  const hosts = given.map(canonicalHost);
  const wrong = given.filter((_, place) => hosts[place] === null);
  if (wrong.length > 0) throw Fault.field('hosts', `not a host name: ${wrong.map((host) => JSON.stringify(host)).join(', ')}`);
  return { ...fields, hosts: [...new Set(hosts)].sort() };
}
