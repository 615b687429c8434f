import { WebhookTest } from '../alerts/webhook-test.tsx';
import { isRecord, textOf } from '../../app/problem.ts';
import { t } from '../../app/texts.ts';
import type { ResourceDefinition, Row, RowAction } from '../../resource/definition.ts';

/* Collections of device control. */

export const alerts: ResourceDefinition = {
  path: '/control/api/v1/alert/',
  title: 'Alerts',
  noun: 'alert',
  icon: 'alert',
  lead: 'What is wrong now, and what was.',
  schema: () => import('schema:/control/api/v1/alert/'),
  nameField: 'rule_name',
  columns: [
    { field: 'rule_name', label: 'Rule', sub: 'message' },
    { field: 'state', kind: 'state' },
    { field: 'severity', kind: 'state', isMinor: true },
    { field: 'device_name', label: 'Device', isMinor: true },
    { field: 'started_at', label: 'Since', kind: 'time' },
    { field: 'acknowledged_by', label: 'Acknowledged by', isMinor: true },
    { field: 'resolved_at', label: 'Resolved', kind: 'time', isMinor: true },
  ],
  filters: ['state', 'severity'],
  live: ['alert'],
  actions: [
    {
      label: 'Acknowledge',
      icon: 'check',
      path: 'acknowledge',
      isOffered: ({ state }) => state === 'firing',
      done: 'The alert was acknowledged.',
    },
  ],
  isFaulty: ({ state }) => state === 'firing',
  empty: {
    title: 'No alert',
    text: 'Alerts appear here when a rule is fulfilled. "Alert rules" says what is watched.',
  },
};

export const alertRules: ResourceDefinition = {
  path: '/control/api/v1/alert_rule/',
  title: 'Alert rules',
  noun: 'alert rule',
  icon: 'alert',
  lead: 'What is watched, and when devices are under maintenance.',
  schema: () => import('schema:/control/api/v1/alert_rule/'),
  columns: [
    { field: 'name', sub: 'description' },
    { field: 'kind', kind: 'word' },
    { field: 'severity', kind: 'state' },
    { field: 'location', kind: 'reference', isMinor: true },
    { field: 'is_active', label: 'Active', kind: 'boolean', isMinor: true },
  ],
  filters: ['kind', 'severity', 'is_active'],
  groups: [
    { title: 'Rule', fields: ['name', 'kind', 'severity', 'description', 'is_active'] },
    { title: 'What it is about', fields: ['organization', 'location', 'type', 'device'] },
    {
      title: 'When it fires',
      fields: [
        'metric',
        'operator',
        'threshold',
        'clear_threshold',
        'polls',
        'seconds',
        'clear_seconds',
        'labels',
        'starts_at',
        'ends_at',
      ],
    },
  ],
  empty: {
    title: 'No rule yet',
    text: 'A rule says what is wrong: a device that does not answer, a value beyond a limit, a certificate that ends.',
  },
};

export const webhooks: ResourceDefinition = {
  path: '/control/api/v1/webhook/',
  title: 'Webhooks',
  noun: 'webhook',
  icon: 'upstream',
  lead: 'Who is told about alerts and events.',
  schema: () => import('schema:/control/api/v1/webhook/'),
  columns: [
    { field: 'name', sub: 'url' },
    { field: 'min_severity', label: 'From', kind: 'state' },
    { field: 'pending', label: 'Waiting', kind: 'number', isMinor: true },
    { field: 'dead', label: 'Given up', kind: 'number', isMinor: true },
    { field: 'is_active', label: 'Active', kind: 'boolean' },
  ],
  Panel: WebhookTest,
  groups: [
    {
      title: 'Receiver',
      fields: [
        'name',
        'url',
        'secret',
        'events',
        'min_severity',
        'template',
        'organization',
        'is_active',
      ],
    },
  ],
  empty: {
    title: 'No webhook yet',
    text: 'A webhook sends alerts to a chat, a ticket system or a pager.',
  },
};

export const deliveries: ResourceDefinition = {
  path: '/control/api/v1/delivery/',
  title: 'Deliveries',
  noun: 'delivery',
  icon: 'upstream',
  lead: 'What was sent by webhook, mail and syslog, and what the receivers answered.',
  schema: () => import('schema:/control/api/v1/delivery/'),
  nameField: 'message',
  order: '-id',
  columns: [
    { field: 'message', sub: 'channel' },
    { field: 'webhook', kind: 'reference', isMinor: true },
    { field: 'state', kind: 'state' },
    { field: 'last_error', label: 'Answer', cell: answerOf },
    { field: 'attempts', kind: 'number', isMinor: true },
    { field: 'created_at', label: 'Queued', kind: 'time' },
  ],
  filters: ['state', 'channel'],
  live: ['alert'],
  actions: [
    {
      label: 'Send again',
      icon: 'refresh',
      path: 'replay',
      isOffered: ({ state }) => state === 'dead',
      done: 'It is sent again.',
    },
  ],
  isFaulty: ({ state }) => state === 'dead',
  empty: {
    title: 'Nothing was sent yet',
    text: 'Each alert that goes to a webhook, to mail or to syslog is listed here with its attempts.',
  },
};

function answerOf({ state, last_error: error }: Row): string {
  if (typeof error === 'string') return error;
  return state === 'delivered' ? t('accepted') : '–';
}

const cancel: Omit<RowAction, 'done'> = {
  label: 'Cancel',
  icon: 'stop',
  path: 'cancel',
  isOffered: ({ status }) => status === 'scheduled' || status === 'running',
};

export const work: ResourceDefinition = {
  path: '/control/api/v1/inventory_transaction/',
  title: 'Operations',
  noun: 'operation',
  icon: 'work',
  lead: 'What was asked of devices, and how far it is.',
  schema: () => import('schema:/control/api/v1/inventory_transaction/'),
  nameField: 'operation',
  columns: [
    { field: 'operation', sub: 'parent__name' },
    { field: 'status', kind: 'state' },
    { field: 'waiting_for', label: 'Waiting for', isMinor: true },
    { field: 'created_at', label: 'Requested', kind: 'time' },
    { field: 'completed_at', label: 'Ended', kind: 'time', isMinor: true },
    { field: 'error_message', label: 'Why', isMinor: true },
  ],
  filters: ['status'],
  live: ['operation'],
  actions: [{ ...cancel, done: 'The operation was cancelled.' }],
  isFaulty: ({ status }) => status === 'failed',
  empty: {
    title: 'Nothing was done yet',
    text: 'Reboots, writes, firmware and diagnostics are listed here with their results.',
  },
};

export const fleet: ResourceDefinition = {
  path: '/control/api/v1/inventory_fleet_operation/',
  title: 'Fleet operations',
  noun: 'fleet operation',
  icon: 'work',
  lead: 'Operations on many devices.',
  schema: () => import('schema:/control/api/v1/inventory_fleet_operation/'),
  nameField: 'operation',
  columns: [
    { field: 'operation', sub: 'username' },
    { field: 'status', kind: 'state' },
    { field: 'counts', label: 'Devices', cell: countsOf },
    { field: 'created_at', label: 'Requested', kind: 'time', isMinor: true },
    { field: 'error_message', label: 'Why', isMinor: true },
  ],
  filters: ['status'],
  live: ['operation'],
  actions: [{ ...cancel, done: 'The fleet operation was cancelled.' }],
  empty: {
    title: 'No fleet operation yet',
    text: 'Choose devices in their list and press "Operate": one device goes first, the others follow.',
  },
};

/** Returns how many devices are in each state. */
function countsOf({ counts }: Row): string {
  const entries = isRecord(counts) ? Object.entries(counts) : [];
  const found = entries.filter(([, count]) => Number(count) > 0);
  return found.map(([state, count]) => `${textOf(count)} ${t(state)}`).join(', ');
}

export const discovery: ResourceDefinition = {
  path: '/control/api/v1/inventory_discovery/',
  title: 'Discovery',
  noun: 'search',
  icon: 'search',
  lead: 'The gateway looks for devices in networks that you name.',
  schema: () => import('schema:/control/api/v1/inventory_discovery/'),
  nameField: 'network',
  columns: [
    { field: 'network', kind: 'mono' },
    { field: 'status', kind: 'state' },
    { field: 'scanned', kind: 'number', isMinor: true },
    { field: 'candidates', label: 'Found', kind: 'number' },
    { field: 'created_at', label: 'Begun', kind: 'time', isMinor: true },
  ],
  groups: [{ title: 'Where', fields: ['network', 'connection_profiles', 'ping'] }],
  canDelete: false,
  to: (row) => `discovery?open=${textOf(row['id'])}`,
  actions: [{ ...cancel, done: 'It was cancelled.' }],
  empty: {
    title: 'Nothing was searched yet',
    text: 'Name a network, such as 192.0.2.0/24, and profiles with which its devices may be asked.',
  },
};

export const connectionProfiles: ResourceDefinition = {
  path: '/control/api/v1/inventory_connection_profile/',
  title: 'Connection profiles',
  noun: 'connection profile',
  icon: 'key',
  lead: 'How devices are reached: protocols, ports and credentials.',
  schema: () => import('schema:/control/api/v1/inventory_connection_profile/'),
  columns: [
    { field: 'name', sub: 'description' },
    { field: 'username', label: 'User name' },
    { field: 'connection_service.protocol', label: 'Protocol', isMinor: true },
    { field: 'updated_at', label: 'Changed', kind: 'time', isMinor: true },
  ],
  groups: [
    {
      title: 'Profile',
      fields: ['name', 'description', 'organization', 'poll_interval', 'networks'],
    },
    {
      title: 'Services',
      fields: ['connection_service', 'collection_service', 'storage_service'],
    },
    {
      title: 'Credentials',
      fields: ['username', 'password', 'private_key', 'snmp_community', 'snmp_v3'],
    },
  ],
  empty: {
    title: 'No profile yet',
    text: 'A profile has what many devices share: protocol, port, user and key.',
  },
};
