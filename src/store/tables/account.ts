import type {
  Counter64,
  Defaulted,
  Flag,
  Id,
  JsonText,
  Nullable,
  Sealed,
  EpochMs,
} from './column-types.ts';

export interface UserTable {
  id: Id;
  organization: number;
  username: string;
  /** argon2id; null: no password, as for MAC and line authentication. */
  password: Nullable<string>;
  /** The same password, where a protocol that needs it in clear was asked for. */
  reversible_password: Nullable<Sealed>;
  role: string;
  profile: Nullable<number>;
  external_id: Nullable<string>;
  klass: Nullable<string>;
  expiration: Nullable<EpochMs>;
  email: Nullable<string>;
  first_name: Nullable<string>;
  last_name: Nullable<string>;
  attributes: Nullable<JsonText>;
  is_active: Defaulted<Flag>;
  last_login: Nullable<EpochMs>;
  created: EpochMs;
  last_change: EpochMs;
}

export interface UserTokenTable {
  id: Id;
  user: number;
  kind: Defaulted<string>;
  /** SHA-256 of a bearer token; null for `network` tokens, which let nobody into the API. */
  token_hash: Nullable<string>;
  name: Defaulted<string>;
  /** Seconds of credit of a `network` token. */
  time: Nullable<number>;
  expiration: Nullable<EpochMs>;
  is_active: Defaulted<Flag>;
  read_only: Defaulted<Flag>;
  last_used: Nullable<EpochMs>;
  created: EpochMs;
}

export interface UserExtraTable {
  id: Id;
  /** The parent's, and follows it: a foreign key over both columns. */
  organization: number;
  parent: number;
  gender: Nullable<string>;
  age_range: Nullable<string>;
  birthday: Nullable<string>;
  address: Nullable<string>;
  city: Nullable<string>;
  state: Nullable<string>;
  country: Nullable<string>;
  hometown: Nullable<string>;
  telephone: Nullable<string>;
  company: Nullable<string>;
  title: Nullable<string>;
  tax_id: Nullable<string>;
  passport_number: Nullable<string>;
  country_id: Nullable<string>;
  custom1: Nullable<string>;
  custom2: Nullable<string>;
  custom3: Nullable<string>;
  custom4: Nullable<string>;
  custom5: Nullable<string>;
  custom6: Nullable<string>;
  custom7: Nullable<string>;
  custom8: Nullable<string>;
  created: EpochMs;
  last_change: EpochMs;
}

export interface ProfileTable {
  id: Id;
  organization: number;
  name: string;
  description: Defaulted<string>;
  reply_attributes: JsonText;
  check_attributes: JsonText;
  on_limit: Defaulted<string>;
  limit_attributes: Defaulted<JsonText>;
  created: EpochMs;
  last_change: EpochMs;
}

export interface LocationTable {
  id: Id;
  organization: number;
  parent: Nullable<number>;
  name: string;
  description: Defaulted<string>;
  address: Nullable<string>;
  city: Nullable<string>;
  state: Nullable<string>;
  postal_code: Nullable<string>;
  country: Nullable<string>;
  latitude: Nullable<number>;
  longitude: Nullable<number>;
  is_active: Defaulted<Flag>;
  created: EpochMs;
  last_change: EpochMs;
}

export interface AccessPointTable extends Omit<LocationTable, 'parent'> {
  location: Nullable<number>;
  mac: Nullable<string>;
  ssid: Nullable<string>;
  identifier: Nullable<string>;
  ip: Nullable<string>;
  vendor: Nullable<string>;
  model: Nullable<string>;
}

export interface AppDeviceTable {
  id: Id;
  device_id: string;
  organization: number;
  /** Kind and value of its strongest identifier: the same device that registers twice at once is one row. */
  identity: string;
  user: Nullable<number>;
  number: Nullable<string>;
  generic_id: Nullable<string>;
  imei: Nullable<string>;
  imsi: Nullable<string>;
  iccid: Nullable<string>;
  mac: Nullable<string>;
  os_family: Nullable<string>;
  os_version: Nullable<string>;
  os_api_level: Nullable<number>;
  home_mcc: Nullable<string>;
  home_mnc: Nullable<string>;
  carrier: Nullable<string>;
  device_type: Nullable<string>;
  vendor: Nullable<string>;
  model: Nullable<string>;
  app_name: Nullable<string>;
  app_version: Nullable<string>;
  push_key: Nullable<Sealed>;
  external_id: Nullable<string>;
  klass: Nullable<string>;
  created: EpochMs;
  last_change: EpochMs;
}

export interface AppConnectionLogTable {
  id: Id;
  organization: number;
  device: number;
  network_name: Nullable<string>;
  network_type: string;
  network_security: string;
  bssid: Nullable<string>;
  cell_id: Nullable<string>;
  mcc: Nullable<string>;
  mnc: Nullable<string>;
  roaming: Nullable<Flag>;
  rssi: Nullable<number>;
  sinr: Nullable<number>;
  link_speed: Nullable<number>;
  bytes_in: Nullable<Counter64>;
  bytes_out: Nullable<Counter64>;
  latitude: Nullable<number>;
  longitude: Nullable<number>;
  start_datetime: EpochMs;
  end_datetime: EpochMs;
  created: EpochMs;
}

export interface AppTestReportTable {
  id: Id;
  organization: number;
  device: Nullable<number>;
  network_name: Nullable<string>;
  network_type: string;
  test_type: string;
  destination: string;
  value: number;
  unit: string;
  count: number;
  latitude: Nullable<number>;
  longitude: Nullable<number>;
  datetime: EpochMs;
  created: EpochMs;
}

export interface PortalLogTable {
  id: Id;
  organization: number;
  datetime: EpochMs;
  type: string;
  status: number;
  detail: Defaulted<string>;
  user: Nullable<number>;
  username: Nullable<string>;
  page: Nullable<number>;
  access_point: Nullable<number>;
  location: Nullable<number>;
  mac: Nullable<string>;
  ip: Nullable<string>;
  user_agent: Nullable<string>;
  session_id: Nullable<string>;
}

/** Key: table name, as the API says it. */
export interface AccountTables {
  user: UserTable;
  user_token: UserTokenTable;
  user_extra: UserExtraTable;
  aaa_profile: ProfileTable;
  location: LocationTable;
  access_point: AccessPointTable;
  device_app_device: AppDeviceTable;
  device_app_connection_log: AppConnectionLogTable;
  device_app_test_report: AppTestReportTable;
  txlog_portal: PortalLogTable;
}
