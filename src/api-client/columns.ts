import type { ApiOperation } from './operations.ts';

/* Which columns a table of a list has where none are named: what a person looks for in it. */

const transactions = [
  'parent__name',
  'operation',
  'status',
  'error_message',
  'run_at',
  'created_at',
  'completed_at',
  'id',
];
const devices = [
  'id',
  'name',
  'type_name',
  'location_name',
  'ip_address',
  'status_text',
  'last_error',
  'last_connection',
];
const places = ['id', 'name', 'parent', 'city', 'time_zone', 'is_active'];
const accessPoints = ['id', 'name', 'location', 'mac', 'identifier', 'ip', 'vendor', 'is_active'];
const readings = ['name', 'variable_name', 'value', 'unit', 'state', 'pending_value'];
const settings = ['parameter', 'value', 'state', 'pending_value', 'error', 'updated_at'];

const chosen: Readonly<Record<string, readonly string[]>> = {
  aaa_accounting: [
    'username',
    'callingstationid',
    'framedipaddress',
    'session_status',
    'acctstarttime',
    'acctsessiontime',
    'acctinputoctets',
    'acctoutputoctets',
    'acctterminatecause',
    'radacctid',
  ],
  aaa_authorization_change: [
    'username',
    'kind',
    'trigger',
    'status',
    'error_cause_name',
    'error_message',
    'created',
    'session',
    'id',
  ],
  aaa_client: [
    'id',
    'name',
    'address',
    'transport',
    'serves',
    'accepts_coa',
    'last_seen',
    'is_active',
  ],
  aaa_decision: [
    'datetime',
    'username',
    'outcome',
    'reason',
    'callingstationid',
    'client_name',
    'method',
    'id',
  ],
  aaa_packet: ['datetime', 'acctstatustype', 'username', 'source', 'client_name', 'acctsessionid'],
  aaa_profile: ['id', 'name', 'description', 'on_limit', 'last_change'],
  aaa_upstream: ['id', 'name', 'address', 'transport', 'realm', 'state', 'last_error', 'pending'],
  access_point: [...accessPoints.slice(0, -1), 'device_name', 'device_status', 'is_active'],
  alert: ['severity', 'state', 'device_name', 'message', 'started_at', 'acknowledged_by', 'id'],
  alert_rule: ['id', 'name', 'kind', 'severity', 'metric', 'threshold', 'is_active'],
  audit: ['datetime', 'username', 'method', 'path', 'status', 'outcome', 'remote_address'],
  device_app_access_points: accessPoints.filter((name) => !/^(?:identifier|ip|vendor)$/.test(name)),
  device_app_locations: places,
  dnsfilter_category: ['id', 'name', 'action', 'redirect_ip', 'description'],
  dnsfilter_rule: ['id', 'name', 'host', 'category', 'subnet', 'action', 'reason', 'is_active'],
  hostspot_access_points: accessPoints.filter((name) => !/^(?:identifier|ip|vendor)$/.test(name)),
  hostspot_locations: places,
  inventory_configuration: ['id', 'device_name', 'created_at', 'seen_at', 'changed_by', 'octets'],
  inventory_connection_profile: ['id', 'name', 'description', 'username', 'poll_interval'],
  inventory_device: devices,
  inventory_device_diags: transactions,
  inventory_device_headless_operation: transactions,
  inventory_device_log: [
    'datetime',
    'action',
    'variable_name',
    'old_value',
    'value',
    'is_applied',
    'error_message',
    'user',
  ],
  inventory_device_name: devices,
  inventory_device_name_diags: transactions,
  inventory_device_name_headless_operation: transactions,
  inventory_device_name_setting: settings,
  inventory_device_name_variables: readings,
  inventory_device_serial: devices,
  inventory_device_serial_diags: transactions,
  inventory_device_serial_headless_operation: transactions,
  inventory_device_serial_setting: settings,
  inventory_device_serial_variables: readings,
  inventory_device_setting: settings,
  inventory_device_variables: readings,
  inventory_discovery: [
    'id',
    'network',
    'status',
    'scanned',
    'addresses',
    'candidates',
    'created_at',
  ],
  inventory_fleet_operation: [
    'operation',
    'status',
    'run_at',
    'username',
    'filter',
    'parameters',
    'counts',
    'error_message',
    'completed_at',
    'id',
  ],
  inventory_metric_log: ['datetime', 'device', 'metric', 'interface', 'value', 'result', 'origin'],
  inventory_series: ['device_name', 'operation', 'status', 'every', 'next_run_at', 'until', 'id'],
  inventory_transaction: transactions,
  inventory_type: ['id', 'short_name', 'name', 'experimental', 'connection_profile_name'],
  inventory_variable_set: [
    'id',
    'name',
    'organization_name',
    'location',
    'type',
    'device',
    'weight',
  ],
  location: places,
  organization: ['id', 'name', 'parent', 'country', 'time_zone', 'device_networks', 'is_active'],
  portal_controller: ['id', 'name', 'vendor', 'url', 'site', 'is_active'],
  portal_service: ['id', 'name', 'kind', 'url', 'is_active'],
  portal_page: ['id', 'name', 'title', 'location', 'login_kinds', 'is_active'],
  txlog_portal: ['datetime', 'type_display', 'status', 'detail', 'username', 'mac', 'ip'],
  user: ['id', 'username', 'role', 'profile', 'expiration', 'is_active', 'last_login'],
  user_token: [
    'id',
    'kind',
    'code',
    'username',
    'time',
    'balance',
    'expiration',
    'first_used',
    'batch',
    'is_active',
  ],
  webhook: ['id', 'name', 'url', 'min_severity', 'pending', 'dead', 'is_active'],
};

/** Returns the columns of a list where a command names none: the chosen ones, or all of a list that has no choice. */
export function usualColumns({
  resource,
  action,
  columns,
}: Pick<ApiOperation, 'resource' | 'action' | 'columns'>): readonly string[] {
  const names = action === 'list' ? (chosen[resource] ?? []) : [];
  const known = names.filter((name) => columns.includes(name));
  return known.length > 0 ? known : columns;
}

/** Returns the names of the choices that no list has, for the test of this file. */
export function unknownColumns(operations: readonly ApiOperation[]): readonly string[] {
  return Object.entries(chosen).flatMap(([resource, names]) => {
    const list = operations.find((one) => one.resource === resource && one.action === 'list');
    return names
      .filter((name) => !list?.columns.includes(name))
      .map((name) => `${resource}.${name}`);
  });
}
