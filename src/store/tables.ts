import type { AaaClientTable, AccountingTable } from './tables-aaa.ts';
import type { Defaulted, Flag, Id, Json, Optional, Sealed, Time } from './columns.ts';

/*
 * What is stored, column by column, the same on both engines: times are milliseconds since 1970 UTC, flags are 0 or 1,
 * objects and lists are JSON text. Column names are the API's field names.
 */

export interface OrganizationTable {
  id: Id;
  name: string;
  short_name: string;
  description: Defaulted<string>;
  parent: Optional<number>;
  country: Optional<string>;
  platform: Optional<string>;
  is_active: Defaulted<Flag>;
  created: Time;
  last_change: Time;
}

export interface UserTable {
  id: Id;
  organization: number;
  username: string;
  password: Optional<string>;
  role: string;
  is_active: Defaulted<Flag>;
  created: Time;
  last_change: Time;
}

export interface UserTokenTable {
  id: Id;
  user: number;
  token_hash: string;
  name: Defaulted<string>;
  expiration: Optional<Time>;
  is_active: Defaulted<Flag>;
  read_only: Defaulted<Flag>;
  last_used: Optional<Time>;
  created: Time;
}

export interface TypeTable {
  id: Id;
  short_name: string;
  name: string;
  description: Defaulted<string>;
  connection_profile: Optional<number>;
  created_at: Time;
  updated_at: Time;
}

export interface ParameterTable {
  id: Id;
  type: number;
  name: string;
  short_name: string;
  variable_name: string;
  value_type: string;
  unit: Optional<string>;
  group_name: Optional<string>;
  position: number;
}

export interface MetricTable {
  id: Id;
  name: string;
  type: string;
  unit: Optional<string>;
}

export interface MetricParameterTable {
  metric: number;
  parameter: number;
}

export interface ConnectionProfileTable {
  id: Id;
  organization: number;
  name: string;
  description: Defaulted<string>;
  connection_service: Optional<Json>;
  collection_service: Optional<Json>;
  storage_service: Optional<Json>;
  username: Optional<string>;
  password: Optional<Sealed>;
  private_key: Optional<Sealed>;
  snmp_community: Optional<Sealed>;
  snmp_v3: Optional<Sealed>;
  created_at: Time;
  updated_at: Time;
}

export interface DeviceTable {
  id: Id;
  organization: number;
  name: string;
  serial_number: Optional<string>;
  type: number;
  connection_profile: Optional<number>;
  ip_address: Optional<string>;
  description: Defaulted<string>;
  username: Optional<string>;
  password: Optional<Sealed>;
  private_key: Optional<Sealed>;
  snmp_community: Optional<Sealed>;
  snmp_v3: Optional<Sealed>;
  host_key: Optional<string>;
  status: Defaulted<Flag>;
  last_status_change: Optional<Time>;
  first_connection: Optional<Time>;
  last_connection: Optional<Time>;
  last_error: Optional<string>;
  next_poll_at: Defaulted<Time>;
  created_at: Time;
  updated_at: Time;
}

export interface TransactionTable {
  id: string;
  organization: number;
  device: number;
  kind: string;
  operation: string;
  parameters: Json;
  status: string;
  results: Optional<Json>;
  error_code: Optional<string>;
  error_message: Optional<string>;
  user: Optional<number>;
  created_at: Time;
  started_at: Optional<Time>;
  completed_at: Optional<Time>;
  /** Who is working on it, and until when nobody else may. */
  lease_owner: Optional<string>;
  lease_until: Optional<Time>;
  /** What a run must remember across a restart, such as the uptime before a reboot. */
  progress: Optional<Json>;
}

export interface DeviceLogTable {
  id: Id;
  organization: number;
  device: number;
  datetime: Time;
  action: string;
  variable_name: Optional<string>;
  parameter: Optional<number>;
  old_value: Optional<string>;
  value: Optional<string>;
  is_pending: Flag;
  is_applied: Flag;
  applied_at: Optional<Time>;
  error_code: Optional<string>;
  error_message: Optional<string>;
  user: Optional<number>;
  origin: string;
  transaction: Optional<string>;
}

export interface SettingTable {
  id: Id;
  device: number;
  parameter: number;
  value: Optional<Json>;
  created_at: Time;
  updated_at: Time;
}

export interface MetricLogTable {
  id: Id;
  organization: number;
  device: number;
  metric: number;
  parameter: number;
  datetime: Time;
  value: string;
  result: Optional<number>;
  origin: string;
}

/** The sample that the next one of a counter or delta metric is compared with. */
export interface MetricSampleTable {
  device: number;
  metric: number;
  value: string;
  taken_at: Time;
}

/** One row that a readiness check writes, so that it says what a write would meet. */
export interface HeartbeatTable {
  beat: number;
}

/** Key: table name, as the API says it. */
export interface Tables {
  organization: OrganizationTable;
  user: UserTable;
  user_token: UserTokenTable;
  inventory_type: TypeTable;
  inventory_parameter: ParameterTable;
  inventory_metric: MetricTable;
  inventory_metric_parameter: MetricParameterTable;
  inventory_connection_profile: ConnectionProfileTable;
  inventory_device: DeviceTable;
  inventory_transaction: TransactionTable;
  inventory_device_log: DeviceLogTable;
  inventory_setting: SettingTable;
  inventory_metric_log: MetricLogTable;
  inventory_metric_sample: MetricSampleTable;
  aaa_client: AaaClientTable;
  aaa_accounting: AccountingTable;
  heartbeat: HeartbeatTable;
}
