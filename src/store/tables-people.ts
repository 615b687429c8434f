import type { Counter, Defaulted, Flag, Id, Json, Optional, Sealed, Time } from './columns.ts';

export interface UserTable {
  id: Id;
  organization: number;
  username: string;
  /** argon2id; null: no password, as for MAC and line authentication. */
  password: Optional<string>;
  /** The same password, where a protocol that needs it in clear was asked for. */
  reversible_password: Optional<Sealed>;
  role: string;
  profile: Optional<number>;
  external_id: Optional<string>;
  klass: Optional<string>;
  expiration: Optional<Time>;
  email: Optional<string>;
  first_name: Optional<string>;
  last_name: Optional<string>;
  attributes: Optional<Json>;
  is_active: Defaulted<Flag>;
  last_login: Optional<Time>;
  created: Time;
  last_change: Time;
}

export interface UserTokenTable {
  id: Id;
  user: number;
  kind: Defaulted<string>;
  /** SHA-256 of a bearer token; null for `network` tokens, which let nobody into the API. */
  token_hash: Optional<string>;
  name: Defaulted<string>;
  /** Seconds of credit of a `network` token. */
  time: Optional<number>;
  expiration: Optional<Time>;
  is_active: Defaulted<Flag>;
  read_only: Defaulted<Flag>;
  last_used: Optional<Time>;
  created: Time;
}

export interface UserExtraTable {
  id: Id;
  /** The parent's, and follows it: a foreign key over both columns. */
  organization: number;
  parent: number;
  gender: Optional<string>;
  age_range: Optional<string>;
  birthday: Optional<string>;
  address: Optional<string>;
  city: Optional<string>;
  state: Optional<string>;
  country: Optional<string>;
  hometown: Optional<string>;
  telephone: Optional<string>;
  company: Optional<string>;
  title: Optional<string>;
  tax_id: Optional<string>;
  passport_number: Optional<string>;
  country_id: Optional<string>;
  custom1: Optional<string>;
  custom2: Optional<string>;
  custom3: Optional<string>;
  custom4: Optional<string>;
  custom5: Optional<string>;
  custom6: Optional<string>;
  custom7: Optional<string>;
  custom8: Optional<string>;
  created: Time;
  last_change: Time;
}

export interface ProfileTable {
  id: Id;
  organization: number;
  name: string;
  description: Defaulted<string>;
  reply_attributes: Json;
  check_attributes: Json;
  on_limit: Defaulted<string>;
  limit_attributes: Defaulted<Json>;
  created: Time;
  last_change: Time;
}

export interface LocationTable {
  id: Id;
  organization: number;
  parent: Optional<number>;
  name: string;
  description: Defaulted<string>;
  address: Optional<string>;
  city: Optional<string>;
  state: Optional<string>;
  postal_code: Optional<string>;
  country: Optional<string>;
  latitude: Optional<number>;
  longitude: Optional<number>;
  is_active: Defaulted<Flag>;
  created: Time;
  last_change: Time;
}

export interface AccessPointTable extends Omit<LocationTable, 'parent'> {
  location: Optional<number>;
  mac: Optional<string>;
  ssid: Optional<string>;
  identifier: Optional<string>;
  ip: Optional<string>;
  vendor: Optional<string>;
  model: Optional<string>;
}

export interface AppDeviceTable {
  id: Id;
  device_id: string;
  organization: number;
  /** Kind and value of its strongest identifier: the same device that registers twice at once is one row. */
  identity: string;
  user: Optional<number>;
  number: Optional<string>;
  generic_id: Optional<string>;
  imei: Optional<string>;
  imsi: Optional<string>;
  iccid: Optional<string>;
  mac: Optional<string>;
  os_family: Optional<string>;
  os_version: Optional<string>;
  os_api_level: Optional<number>;
  home_mcc: Optional<string>;
  home_mnc: Optional<string>;
  carrier: Optional<string>;
  device_type: Optional<string>;
  vendor: Optional<string>;
  model: Optional<string>;
  app_name: Optional<string>;
  app_version: Optional<string>;
  push_key: Optional<Sealed>;
  external_id: Optional<string>;
  klass: Optional<string>;
  created: Time;
  last_change: Time;
}

export interface AppConnectionTable {
  id: Id;
  organization: number;
  device: number;
  network_name: Optional<string>;
  network_type: string;
  network_security: string;
  bssid: Optional<string>;
  cell_id: Optional<string>;
  mcc: Optional<string>;
  mnc: Optional<string>;
  roaming: Optional<Flag>;
  rssi: Optional<number>;
  sinr: Optional<number>;
  link_speed: Optional<number>;
  bytes_in: Optional<Counter>;
  bytes_out: Optional<Counter>;
  latitude: Optional<number>;
  longitude: Optional<number>;
  start_datetime: Time;
  end_datetime: Time;
  created: Time;
}

export interface AppTestTable {
  id: Id;
  organization: number;
  device: Optional<number>;
  network_name: Optional<string>;
  network_type: string;
  test_type: string;
  destination: string;
  value: number;
  unit: string;
  count: number;
  latitude: Optional<number>;
  longitude: Optional<number>;
  datetime: Time;
  created: Time;
}

export interface PortalLogTable {
  id: Id;
  organization: number;
  datetime: Time;
  type: string;
  status: number;
  detail: Defaulted<string>;
  user: Optional<number>;
  username: Optional<string>;
  page: Optional<number>;
  access_point: Optional<number>;
  location: Optional<number>;
  mac: Optional<string>;
  ip: Optional<string>;
  user_agent: Optional<string>;
  session_id: Optional<string>;
}

/** Key: table name, as the API says it. */
export interface PeopleTables {
  user: UserTable;
  user_token: UserTokenTable;
  user_extra: UserExtraTable;
  aaa_profile: ProfileTable;
  location: LocationTable;
  access_point: AccessPointTable;
  device_app_device: AppDeviceTable;
  device_app_connection_log: AppConnectionTable;
  device_app_test_report: AppTestTable;
  txlog_portal: PortalLogTable;
}
