import type { Defaulted, Flag, Id, Json, Optional, Sealed, Time } from './columns.ts';

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
  description: Defaulted<string>;
  value_type: string;
  /** Of a select: what may be chosen. */
  options: Optional<Json>;
  default_value: Optional<Json>;
  required: Defaulted<Flag>;
  writable: Defaulted<Flag>;
  unit: Optional<string>;
  group: Optional<number>;
  position: number;
}

/** A heading under which parameters are shown. */
export interface GroupTable {
  id: Id;
  name: string;
}

export interface MetricTable {
  id: Id;
  name: string;
  description: Defaulted<string>;
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
  mac_address: Optional<string>;
  description: Defaulted<string>;
  manufacturer: Defaulted<string>;
  unique_id: Defaulted<string>;
  product_class: Defaulted<string>;
  hardware_version: Optional<string>;
  software_version: Optional<string>;
  location: Optional<number>;
  latitude: Optional<number>;
  longitude: Optional<number>;
  attributes: Defaulted<Json>;
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
  /** What the device last said; sealed where the parameter is a password. */
  value: Optional<Json>;
  /** What was asked for, in the same form; null: nothing was. */
  wanted: Optional<Json>;
  /** What became of it: `pending`, `applied`, `failed`. */
  state: Optional<string>;
  applied_at: Optional<Time>;
  error_code: Optional<string>;
  error_message: Optional<string>;
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
