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

export interface AaaClientTable {
  id: Id;
  organization: number;
  name: string;
  address: string;
  /** `udp` or `tls`. */
  transport: Defaulted<string>;
  tls_name: Nullable<string>;
  secret: Sealed;
  nas_identifier: Nullable<string>;
  description: Defaulted<string>;
  require_message_authenticator: Defaulted<string>;
  limit_proxy_state: Defaulted<string>;
  coa_port: Defaulted<number>;
  /** `unknown` until it has answered; `yes` or `no` by what it answered. */
  accepts_coa: Defaulted<string>;
  accepts_disconnect: Defaulted<string>;
  is_active: Defaulted<Flag>;
  last_seen: Nullable<EpochMs>;
  weak_since: Nullable<EpochMs>;
  created: EpochMs;
  last_change: EpochMs;
}

export interface AccountingTable {
  radacctid: Id;
  organization: number;
  client: number;
  /** 1: the row that packets of this session go to; 0: an earlier session under the same identifiers. */
  is_current: Defaulted<Flag>;
  acctsessionid: string;
  acctuniqueid: string;
  acctmultisessionid: Nullable<string>;
  username: Nullable<string>;
  realm: Nullable<string>;
  user: Nullable<number>;
  access_point: Nullable<number>;
  location: Nullable<number>;
  nasipaddress: string;
  nasidentifier: Nullable<string>;
  nasportid: Nullable<string>;
  nasporttype: Nullable<string>;
  acctstarttime: Nullable<EpochMs>;
  acctupdatetime: Nullable<EpochMs>;
  acctstoptime: Nullable<EpochMs>;
  acctinterval: Nullable<number>;
  acctsessiontime: Nullable<number>;
  acctauthentic: Nullable<string>;
  connectinfo_start: Nullable<string>;
  connectinfo_stop: Nullable<string>;
  acctinputoctets: Nullable<Counter64>;
  acctoutputoctets: Nullable<Counter64>;
  calledstationid: Nullable<string>;
  callingstationid: Nullable<string>;
  acctterminatecause: Nullable<string>;
  servicetype: Nullable<string>;
  framedprotocol: Nullable<string>;
  framedipaddress: Nullable<string>;
  framedipv6address: Nullable<string>;
  framedipv6prefix: Nullable<string>;
  framedinterfaceid: Nullable<string>;
  delegatedipv6prefix: Nullable<string>;
  class: Nullable<string>;
  /** Event time of the packet that the counters are from. */
  counters_at: Nullable<EpochMs>;
  /** When the last packet of the session came in, by our own clock. */
  heard_at: Nullable<EpochMs>;
  /** 1: the stop is our conclusion (Accounting-On, a sweep); a real Stop replaces it. */
  stop_is_guess: Defaulted<Flag>;
  /** Attributes of the last packet as they came, octet for octet (without header and secrets). */
  attributes: Nullable<Uint8Array>;
  /** Id of the user who was let in, which outlives the user; null: not looked at yet, or nobody of ours. */
  authorized_user: Nullable<number>;
  /** Changes of that user and its profile that the session goes by: the sum of both times of change. */
  authorized_version: Nullable<number>;
  /** The reply attributes that it goes by. */
  granted: Nullable<JsonText>;
  /** When a limit may be reached, or hold no longer. */
  check_at: Nullable<EpochMs>;
  /** Octets in both directions with which a quota may be used up. */
  check_octets: Nullable<number>;
  /** `limited`: it goes by the attributes of a limit; `ended`: its NAS was told to end it; null: neither. */
  standing: Nullable<string>;
}

export interface AuthorizationChangeTable {
  id: Id;
  organization: number;
  client: number;
  session: Nullable<number>;
  user: Nullable<number>;
  username: Nullable<string>;
  kind: string;
  trigger: string;
  /** In words, where the trigger alone does not tell. */
  reason: Nullable<string>;
  attributes: JsonText;
  requested_by: Nullable<number>;
  status: string;
  error_cause: Nullable<number>;
  error_cause_name: Nullable<string>;
  error_code: Nullable<string>;
  error_message: Nullable<string>;
  attempts: Defaulted<number>;
  tries: Defaulted<number>;
  ms: Nullable<number>;
  /** Who claimed it; null: nobody. */
  owner: Nullable<string>;
  created: EpochMs;
  /** Null once it has ended. */
  next_try: Nullable<EpochMs>;
  completed: Nullable<EpochMs>;
}
