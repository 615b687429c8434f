import type { Counter, Defaulted, Flag, Id, Json, Optional, Sealed, Time } from './columns.ts';

export interface AaaClientTable {
  id: Id;
  organization: number;
  name: string;
  address: string;
  /** `udp` or `tls`. */
  transport: Defaulted<string>;
  tls_name: Optional<string>;
  secret: Sealed;
  nas_identifier: Optional<string>;
  description: Defaulted<string>;
  require_message_authenticator: Defaulted<string>;
  limit_proxy_state: Defaulted<string>;
  coa_port: Defaulted<number>;
  /** `unknown` until it has answered; `yes` or `no` by what it answered. */
  accepts_coa: Defaulted<string>;
  accepts_disconnect: Defaulted<string>;
  is_active: Defaulted<Flag>;
  last_seen: Optional<Time>;
  weak_since: Optional<Time>;
  created: Time;
  last_change: Time;
}

export interface AccountingTable {
  radacctid: Id;
  organization: number;
  client: number;
  /** 1: the row that packets of this session go to; 0: an earlier session under the same identifiers. */
  is_current: Defaulted<Flag>;
  acctsessionid: string;
  acctuniqueid: string;
  acctmultisessionid: Optional<string>;
  username: Optional<string>;
  realm: Optional<string>;
  user: Optional<number>;
  access_point: Optional<number>;
  location: Optional<number>;
  nasipaddress: string;
  nasidentifier: Optional<string>;
  nasportid: Optional<string>;
  nasporttype: Optional<string>;
  acctstarttime: Optional<Time>;
  acctupdatetime: Optional<Time>;
  acctstoptime: Optional<Time>;
  acctinterval: Optional<number>;
  acctsessiontime: Optional<number>;
  acctauthentic: Optional<string>;
  connectinfo_start: Optional<string>;
  connectinfo_stop: Optional<string>;
  acctinputoctets: Optional<Counter>;
  acctoutputoctets: Optional<Counter>;
  calledstationid: Optional<string>;
  callingstationid: Optional<string>;
  acctterminatecause: Optional<string>;
  servicetype: Optional<string>;
  framedprotocol: Optional<string>;
  framedipaddress: Optional<string>;
  framedipv6address: Optional<string>;
  framedipv6prefix: Optional<string>;
  framedinterfaceid: Optional<string>;
  delegatedipv6prefix: Optional<string>;
  class: Optional<string>;
  /** Event time of the packet that the counters are from. */
  counters_at: Optional<Time>;
  /** When the last packet of the session came in, by our own clock. */
  heard_at: Optional<Time>;
  /** 1: the stop is our conclusion (Accounting-On, a sweep); a real Stop replaces it. */
  stop_is_guess: Defaulted<Flag>;
  /** Attributes of the last packet as they came, octet for octet (without header and secrets). */
  attributes: Optional<Uint8Array>;
  /** Id of the user who was let in, which outlives the user; null: not looked at yet, or nobody of ours. */
  authorized_user: Optional<number>;
  /** Changes of that user and its profile that the session goes by: the sum of both times of change. */
  authorized_version: Optional<number>;
  /** The reply attributes that it goes by. */
  granted: Optional<Json>;
  /** When a limit may be reached, or hold no longer. */
  check_at: Optional<Time>;
  /** Octets in both directions with which a quota may be used up. */
  check_octets: Optional<number>;
  /** `limited`: it goes by the attributes of a limit; `ended`: its NAS was told to end it; null: neither. */
  standing: Optional<string>;
}

export interface AuthorizationChangeTable {
  id: Id;
  organization: number;
  client: number;
  session: Optional<number>;
  user: Optional<number>;
  username: Optional<string>;
  kind: string;
  trigger: string;
  /** In words, where the trigger alone does not tell. */
  reason: Optional<string>;
  attributes: Json;
  requested_by: Optional<number>;
  status: string;
  error_cause: Optional<number>;
  error_cause_name: Optional<string>;
  error_code: Optional<string>;
  error_message: Optional<string>;
  attempts: Defaulted<number>;
  tries: Defaulted<number>;
  ms: Optional<number>;
  /** Who claimed it; null: nobody. */
  owner: Optional<string>;
  created: Time;
  /** Null once it has ended. */
  next_try: Optional<Time>;
  completed: Optional<Time>;
}
