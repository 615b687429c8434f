import type { Defaulted, Flag, Id, JsonText, Nullable, Sealed, EpochMs } from './column-types.ts';

export interface DeviceTypeTable {
  id: Id;
  short_name: string;
  name: string;
  description: Defaulted<string>;
  connection_profile: Nullable<number>;
  created_at: EpochMs;
  updated_at: EpochMs;
}

export interface ParameterTable {
  id: Id;
  type: number;
  name: string;
  short_name: string;
  variable_name: string;
  description: Defaulted<string>;
  value_type: string;
  /** Of a select: what may be chosen. */
  options: Nullable<JsonText>;
  default_value: Nullable<JsonText>;
  required: Defaulted<Flag>;
  writable: Defaulted<Flag>;
  unit: Nullable<string>;
  group: Nullable<number>;
  position: number;
}

/** A heading under which parameters are shown. */
export interface ParameterGroupTable {
  id: Id;
  name: string;
}

export interface MetricTable {
  id: Id;
  name: string;
  description: Defaulted<string>;
  type: string;
  unit: Nullable<string>;
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
  connection_service: Nullable<JsonText>;
  collection_service: Nullable<JsonText>;
  storage_service: Nullable<JsonText>;
  username: Nullable<string>;
  password: Nullable<Sealed>;
  private_key: Nullable<Sealed>;
  snmp_community: Nullable<Sealed>;
  snmp_v3: Nullable<Sealed>;
  created_at: EpochMs;
  updated_at: EpochMs;
}

export interface DeviceTable {
  id: Id;
  organization: number;
  name: string;
  serial_number: Nullable<string>;
  type: number;
  connection_profile: Nullable<number>;
  ip_address: Nullable<string>;
  mac_address: Nullable<string>;
  description: Defaulted<string>;
  manufacturer: Defaulted<string>;
  unique_id: Defaulted<string>;
  product_class: Defaulted<string>;
  hardware_version: Nullable<string>;
  software_version: Nullable<string>;
  location: Nullable<number>;
  latitude: Nullable<number>;
  longitude: Nullable<number>;
  attributes: Defaulted<JsonText>;
  username: Nullable<string>;
  password: Nullable<Sealed>;
  private_key: Nullable<Sealed>;
  snmp_community: Nullable<Sealed>;
  snmp_v3: Nullable<Sealed>;
  host_key: Nullable<string>;
  status: Defaulted<Flag>;
  last_status_change: Nullable<EpochMs>;
  first_connection: Nullable<EpochMs>;
  last_connection: Nullable<EpochMs>;
  last_error: Nullable<string>;
  next_poll_at: Defaulted<EpochMs>;
  created_at: EpochMs;
  updated_at: EpochMs;
}

export interface TransactionTable {
  id: string;
  organization: number;
  device: number;
  kind: string;
  operation: string;
  parameters: JsonText;
  status: string;
  results: Nullable<JsonText>;
  error_code: Nullable<string>;
  error_message: Nullable<string>;
  user: Nullable<number>;
  created_at: EpochMs;
  started_at: Nullable<EpochMs>;
  completed_at: Nullable<EpochMs>;
  /** Who is working on it, and until when nobody else may. */
  lease_owner: Nullable<string>;
  lease_until: Nullable<EpochMs>;
  /** What a run must remember across a restart, such as the uptime before a reboot. */
  progress: Nullable<JsonText>;
}

export interface DeviceLogTable {
  id: Id;
  organization: number;
  device: number;
  datetime: EpochMs;
  action: string;
  variable_name: Nullable<string>;
  parameter: Nullable<number>;
  old_value: Nullable<string>;
  value: Nullable<string>;
  is_pending: Flag;
  is_applied: Flag;
  applied_at: Nullable<EpochMs>;
  error_code: Nullable<string>;
  error_message: Nullable<string>;
  user: Nullable<number>;
  origin: string;
  transaction: Nullable<string>;
}

export interface SettingTable {
  id: Id;
  device: number;
  parameter: number;
  /** What the device last said; sealed where the parameter is a password. */
  value: Nullable<JsonText>;
  /** What was asked for, in the same form; null: nothing was. */
  wanted: Nullable<JsonText>;
  /** What became of it: `pending`, `applied`, `failed`. */
  state: Nullable<string>;
  applied_at: Nullable<EpochMs>;
  error_code: Nullable<string>;
  error_message: Nullable<string>;
  created_at: EpochMs;
  updated_at: EpochMs;
}

export interface MetricLogTable {
  id: Id;
  organization: number;
  device: number;
  metric: number;
  parameter: number;
  datetime: EpochMs;
  value: string;
  result: Nullable<number>;
  origin: string;
}

/** The sample that the next one of a counter or delta metric is compared with. */
export interface MetricSampleTable {
  device: number;
  metric: number;
  value: string;
  taken_at: EpochMs;
}
