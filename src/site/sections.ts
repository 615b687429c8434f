import { Type } from 'typebox';
import { addressPool, validatePool } from '../aaa/address/address-pool.ts';
import { accessPoint } from '../organization/access-point.ts';
import { validateAttributeLists } from '../aaa/policy/attribute-list-validation.ts';
import { numberAttributeLists } from '../aaa/policy/attribute-lists.ts';
import { validateClient, client } from '../aaa/client/client.ts';
import { location } from '../organization/location.ts';
import { organization } from '../organization/organization.ts';
import { validateProfile, profile } from '../aaa/policy/profile.ts';
import { validateUpstream, upstream } from '../aaa/proxy/upstream.ts';
import { password, user } from '../aaa/account/user.ts';
import type { Adapter } from '../contract/adapter.ts';
import { dnsCategoryWithHosts } from '../dnsfilter/category.ts';
import { readHostLists, replaceHosts } from '../dnsfilter/category-host.ts';
import { canonicalHostname } from '../dnsfilter/hostname.ts';
import { validateDnsRule, dnsRule } from '../dnsfilter/rule.ts';
import { Fault } from '../contract/errors.ts';
import { isRecord, isTextList, nullable } from '../contract/fields.ts';
import { connectionProfile } from '../inventory/device/connection-profile.ts';
import { checkCredentials } from '../inventory/device/credentials.ts';
import { device } from '../inventory/device/device.ts';
import { firmwareImage } from '../inventory/device/firmware-image.ts';
import { variableSet } from '../inventory/setting/variable-set.ts';
import type { AttributeDictionary } from '../contract/attribute-dictionary.ts';
import type { Resource } from '../contract/resource.ts';
import type { Row } from '../store/query/row-serialization.ts';
import { nameKey, organizationKey, typeKey, type NaturalKey } from './object/natural-key.ts';
import type { Section } from './section.ts';
import { checkConnectionServices } from '../inventory/device/connection-service.ts';

const deviceReferences = {
  type: typeKey,
  location: nameKey('location'),
  access_point: nameKey('access_point'),
  parent: nameKey('inventory_device'),
  connection_profile: nameKey('inventory_connection_profile'),
  firmware_image: nameKey('inventory_firmware_image'),
};

const stamps = { created: 'created', changed: 'last_change' };
const inventoryStamps = { created: 'created_at', changed: 'updated_at' };

/** Tables that the YAML files of device types define; a site file cannot. */
export const deviceTypeTables: readonly string[] = [
  'inventory_type',
  'inventory_parameter',
  'inventory_metric',
  'inventory_group',
];

/** The context of validating objects. */
export interface SectionContext {
  readonly adapters: ReadonlyMap<string, Adapter>;
  readonly dictionary: () => AttributeDictionary;
}

/** Creates the sections of a site file, in the order of writing: a section may reference those before it. */
export function createSections({ adapters, dictionary }: SectionContext): readonly Section[] {
  return [
    organizationSection,
    { ...kept('address_pool', addressPool), timestamps: stamps, prepare: validatePool },
    profileSection(dictionary),
    {
      ...kept('location', location),
      references: { parent: nameKey('location') },
      parentField: 'parent',
      timestamps: stamps,
    },
    {
      ...kept('access_point', accessPoint),
      references: { location: nameKey('location') },
      timestamps: stamps,
    },
    {
      ...kept('aaa_client', client),
      timestamps: stamps,
      referenceLists: { serves: organizationKey },
      prepare: validateClient,
    },
    { ...kept('aaa_upstream', upstream), timestamps: stamps, prepare: validateUpstream },
    userSection(dictionary),
    {
      ...kept('inventory_connection_profile', connectionProfile),
      timestamps: inventoryStamps,
      prepare: (fields) => checkConnectionServices(adapters, fields),
    },
    { ...kept('inventory_firmware_image', firmwareImage), timestamps: inventoryStamps },
    {
      ...kept('inventory_device', device),
      timestamps: inventoryStamps,
      prepare: (fields) => {
        checkCredentials(adapters, fields);
        return fields;
      },
      references: deviceReferences,
      parentField: 'parent',
    },
    variableSetSection,
    {
      ...kept('dnsfilter_category', dnsCategoryWithHosts),
      timestamps: inventoryStamps,
      prepare: withHosts,
      listField: { field: 'hosts', read: readHostLists, replace: replaceHosts },
    },
    {
      ...kept('dnsfilter_rule', dnsRule),
      timestamps: inventoryStamps,
      prepare: validateDnsRule,
      references: { category: nameKey('dnsfilter_category') },
    },
  ];
}

const kept = (table: NaturalKey['table'], of: Resource) => ({
  ...nameKey(table),
  resource: of,
  defaults: of.defaults,
  references: {},
});

const variableSetSection: Section = {
  ...kept('inventory_variable_set', variableSet),
  timestamps: inventoryStamps,
  references: { type: typeKey, location: nameKey('location'), device: nameKey('inventory_device') },
};

/** The defaults of an organization without its parent: the file has to name it, unless there is only one root. */
const organizationDefaults = without(organization.defaults, 'parent');

const organizationSection: Section = {
  ...organizationKey,
  resource: organization,
  defaults: organizationDefaults,
  references: { parent: organizationKey },
  parentField: 'parent',
  timestamps: stamps,
};

const profileSection = (dictionary: SectionContext['dictionary']): Section => ({
  ...kept('aaa_profile', profile),
  referenceLists: { address_pools: nameKey('address_pool') },
  orderedLists: ['address_pools'],
  timestamps: stamps,
  serialize: withoutPlaces,
  prepare(fields, before) {
    validateProfile(fields, { dictionary, before });
    return numberAttributeLists(fields);
  },
});

const userSection = (dictionary: SectionContext['dictionary']): Section => ({
  table: 'user',
  key: 'username',
  uniqueWithin: 'store',
  resource: user,
  defaults: user.defaults,
  references: { profile: nameKey('aaa_profile') },
  referenceLists: { profiles: nameKey('aaa_profile') },
  timestamps: stamps,
  extraFields: {
    password: nullable(password()),
    reversible_password: Type.Boolean({
      description: 'store the password sealed as well: CHAP and MS-CHAPv2 need it in clear',
    }),
  },
  prepare(fields) {
    if (fields.attributes) validateAttributeLists(fields.attributes, dictionary, 'attributes');
    return inAttributes(fields, numberAttributeLists);
  },
  serialize: (fields) => inAttributes(fields, withoutPlaces),
});

function withoutPlaces(fields: Row): Row {
  return Object.fromEntries(
    Object.entries(fields).map(([field, value]) => [
      field,
      Array.isArray(value) ? value.map(withoutPlace) : value,
    ]),
  );
}

function withoutPlace(attribute: unknown): unknown {
  return isRecord(attribute) ? without({ ...attribute }, 'id') : attribute;
}

function without(fields: Row, field: string): Row {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== field));
}

function inAttributes(fields: Row, change: (lists: Row) => Row): Row {
  const { attributes } = fields;
  return isRecord(attributes) ? { ...fields, attributes: change({ ...attributes }) } : fields;
}

function withHosts(fields: Row): Row {
  if (!isTextList(fields.hosts)) return fields;
  const given = fields.hosts;
  const hosts = given.map(canonicalHostname);
  const wrong = given.filter((_, place) => hosts[place] === null);
  if (wrong.length > 0)
    throw Fault.field(
      'hosts',
      `not a host name: ${wrong.map((host) => JSON.stringify(host)).join(', ')}`,
    );
  return { ...fields, hosts: [...new Set(hosts)].sort() };
}
