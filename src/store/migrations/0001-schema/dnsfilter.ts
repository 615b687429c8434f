import {
  bigint,
  id,
  index,
  integer,
  key,
  nullable,
  nullableReference,
  reference,
  text,
  unique,
  withDefault,
  type Tables,
} from '../table.ts';

/** DNS filter rules, categories and checks. */
export const dnsfilterTables: Tables = {
  dnsfilter_category: {
    columns: {
      id,
      organization: reference('organization'),
      name: text,
      description: withDefault(text, ''),
      action: nullable(text),
      redirect_ip: nullable(text),
      created_at: bigint,
      updated_at: bigint,
    },
    indexes: [unique('organization', 'name')],
  },
  dnsfilter_category_host: {
    columns: {
      category: reference('dnsfilter_category', 'cascade'),
      host: text,
    },
    primaryKey: ['host', 'category'],
    indexes: [index('category')],
  },
  dnsfilter_rule: {
    columns: {
      id,
      organization: reference('organization'),
      name: text,
      host: nullable(text),
      category: nullableReference('dnsfilter_category', 'restrict'),
      subnet: nullable(text),
      action: text,
      redirect_ip: nullable(text),
      reason: nullable(text),
      is_active: withDefault(integer, 1),
      created_at: bigint,
      updated_at: bigint,
    },
    indexes: [unique('organization', 'name'), index('organization', 'host'), index('category')],
  },
  dnsfilter_check: {
    columns: {
      id: key(text),
      organization: reference('organization'),
      user: nullableReference('user'),
      hostname: text,
      client_ip: nullable(text),
      action: text,
      category: nullable(text),
      rule: nullable(bigint),
      acl: nullable(text),
      subnet: nullable(text),
      redirect_ip: nullable(text),
      reason: nullable(text),
      created_at: bigint,
    },
    indexes: [index('organization', 'created_at'), index('created_at')],
  },
};
