import { ClientWeakness } from '../clients/weakness.tsx';
import { HostCheck } from '../dns/host-check.tsx';
import { SecondFactorOf } from '../people/second-factor-of.tsx';
import { t } from '../../app/texts.ts';
import type { ResourceDefinition, Row } from '../../resource/definition.ts';

/* Collections of access control. */

export const people: ResourceDefinition = {
  path: '/gate/api/v1/user/',
  title: 'People',
  noun: 'user',
  icon: 'person',
  lead: 'Guests with a room and a name, staff, and those who manage the network.',
  schema: () => import('schema:/gate/api/v1/user/'),
  nameField: 'username',
  columns: [
    { field: 'username', label: 'User', sub: 'external_id' },
    { field: 'last_name', label: 'Name', isMinor: true },
    { field: 'role', kind: 'word' },
    { field: 'profile_detail.name', label: 'Profile', isMinor: true },
    { field: 'expiration', label: 'Until', kind: 'time', isMinor: true },
    { field: 'last_login', label: 'Last login', kind: 'age', isMinor: true },
    { field: 'is_active', label: 'Active', kind: 'boolean', isMinor: true },
  ],
  search: 'username__icontains',
  filters: ['role', 'is_active'],
  writers: ['front_desk'],
  groups: [
    {
      title: 'Who',
      fields: [
        'username',
        'password',
        'first_name',
        'last_name',
        'email',
        'external_id',
        'language',
      ],
    },
    {
      title: 'What they may do',
      fields: [
        'role',
        'organization',
        'profile',
        'expiration',
        'is_active',
        'must_change_password',
      ],
    },
  ],
  live: ['user'],
  Panel: SecondFactorOf,
  empty: {
    title: 'Nobody yet',
    text: 'A user logs in with name and password. Vouchers need none.',
  },
};

export const profiles: ResourceDefinition = {
  path: '/gate/api/v1/aaa_profile/',
  title: 'AAA profiles',
  noun: 'profile',
  icon: 'profile',
  lead: 'What users of a kind get: rates, times, quotas, VLAN.',
  schema: () => import('schema:/gate/api/v1/aaa_profile/'),
  columns: [
    { field: 'name', sub: 'description' },
    { field: 'vlan', label: 'VLAN' },
    { field: 'priority', kind: 'number', isMinor: true },
    { field: 'on_limit', label: 'At a limit', isMinor: true },
    { field: 'last_change', label: 'Changed', kind: 'time', isMinor: true },
  ],
  search: 'name__icontains',
  groups: [
    { title: 'Profile', fields: ['name', 'description', 'organization', 'priority', 'vlan'] },
    {
      title: 'Attributes',
      fields: [
        'reply_attributes',
        'check_attributes',
        'on_limit',
        'limit_attributes',
        'address_pools',
        'eap_methods',
      ],
    },
    { title: 'Refusal', fields: ['reject_message', 'reject_text'] },
  ],
  empty: {
    title: 'No profile yet',
    text: 'A profile says what its users get: 20 Mbit/s, three hours a day, VLAN 30.',
  },
};

export const clients: ResourceDefinition = {
  path: '/gate/api/v1/aaa_client/',
  title: 'RADIUS clients',
  noun: 'RADIUS client',
  icon: 'client',
  lead: 'The routers and controllers that ask whether a guest may go online.',
  schema: () => import('schema:/gate/api/v1/aaa_client/'),
  columns: [
    { field: 'name', sub: 'description' },
    { field: 'address', kind: 'mono' },
    { field: 'transport', isMinor: true },
    { field: 'last_seen', label: 'Last packet', kind: 'age' },
    { field: 'accepts_disconnect', label: 'Disconnect', kind: 'state', isMinor: true },
    { field: 'accepts_coa', label: 'CoA', kind: 'state', isMinor: true },
    { field: 'weak_since', label: 'Weak since', kind: 'time', isMinor: true },
  ],
  search: 'name__icontains',
  filters: ['is_active'],
  groups: [
    {
      title: 'Client',
      fields: ['name', 'address', 'secret', 'organization', 'description', 'is_active'],
    },
    {
      title: 'Protocol',
      fields: [
        'transport',
        'tls_name',
        'nas_identifier',
        'nas_group',
        'coa_port',
        'require_message_authenticator',
        'limit_proxy_state',
      ],
    },
    { title: 'Wi-Fi keys', fields: ['wifi_keys', 'wifi_key_ssids'] },
  ],
  isFaulty: ({ weak_since: weak }) => typeof weak === 'string',
  Panel: ClientWeakness,
  empty: {
    title: 'No RADIUS client yet',
    text: 'Add the router or controller of the Wi-Fi with its address and a shared secret.',
  },
};

export const upstreams: ResourceDefinition = {
  path: '/gate/api/v1/aaa_upstream/',
  title: 'Upstreams',
  noun: 'upstream',
  icon: 'upstream',
  lead: 'RADIUS servers that decide about others, and get their accounting.',
  schema: () => import('schema:/gate/api/v1/aaa_upstream/'),
  columns: [
    { field: 'name', sub: 'description' },
    { field: 'address', kind: 'mono' },
    { field: 'realm', isMinor: true },
    { field: 'state', kind: 'state' },
    { field: 'pending', label: 'Queue', kind: 'number', isMinor: true },
    { field: 'last_error', label: 'Last error', isMinor: true },
  ],
  filters: ['state', 'is_active'],
  groups: [
    {
      title: 'Server',
      fields: ['name', 'address', 'secret', 'transport', 'auth_port', 'acct_port', 'tls_port'],
    },
    {
      title: 'Whom it serves',
      fields: [
        'organization',
        'realm',
        'strip_realm',
        'eap',
        'priority',
        'handles_authentication',
        'handles_accounting',
        'portal_authentication',
        'portal_profile',
        'portal_accounting',
        'is_active',
        'description',
      ],
    },
    { title: 'TLS', fields: ['tls_ca', 'tls_certificate', 'tls_key', 'tls_server_name'] },
  ],
  isFaulty: ({ state }) => state === 'down',
  empty: {
    title: 'No upstream',
    text: 'Roaming partners and central servers are asked here. Most sites need none.',
  },
};

export const sources: ResourceDefinition = {
  path: '/gate/api/v1/user_source/',
  title: 'Directories',
  noun: 'directory',
  icon: 'building',
  lead: 'LDAP and Active Directory, whose people may log in.',
  schema: () => import('schema:/gate/api/v1/user_source/'),
  columns: [
    { field: 'name', sub: 'description' },
    { field: 'addresses', kind: 'mono' },
    { field: 'state', kind: 'state' },
    { field: 'last_error', label: 'Last error', isMinor: true },
  ],
  groups: [
    {
      title: 'Server',
      fields: ['name', 'addresses', 'port', 'protection', 'tls_ca', 'tls_server_name'],
    },
    {
      title: 'Search',
      fields: ['bind_dn', 'bind_password', 'base_dn', 'username_attribute', 'user_filter'],
    },
    {
      title: 'People',
      fields: [
        'organization',
        'profile',
        'groups',
        'requires_group',
        'priority',
        'cache_hours',
        'is_active',
      ],
    },
  ],
  empty: { title: 'No directory', text: 'Staff log in with the account that they have anyway.' },
};

export const dnsRules: ResourceDefinition = {
  path: '/control/api/v1/dnsfilter_rule/',
  title: 'DNS rules',
  noun: 'DNS rule',
  icon: 'globe',
  lead: 'Hosts that are allowed, refused or redirected. The nearer organization wins.',
  schema: () => import('schema:/control/api/v1/dnsfilter_rule/'),
  columns: [
    { field: 'name', sub: 'reason' },
    { field: 'host', kind: 'mono' },
    { field: 'category', kind: 'reference', isMinor: true },
    { field: 'action', cell: verdictOf },
    { field: 'is_active', label: 'Active', kind: 'boolean', isMinor: true },
  ],
  filters: ['action', 'is_active'],
  Tool: HostCheck,
  groups: [
    {
      title: 'Rule',
      fields: [
        'name',
        'host',
        'category',
        'subnet',
        'action',
        'redirect_ip',
        'reason',
        'organization',
        'is_active',
      ],
    },
  ],
  empty: {
    title: 'No rule yet',
    text: 'A rule refuses a host or a category for all guests or for a network of them.',
  },
};

function verdictOf({ action }: Row): string {
  return action === 'A' ? t('Allowed') : t('Refused');
}
