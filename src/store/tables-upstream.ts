import type { Defaulted, Flag, Id, Optional, Sealed, Time } from './columns.ts';

/** RADIUS servers that requests are passed on to. */
export interface UpstreamTable {
  id: Id;
  organization: number;
  name: string;
  address: string;
  auth_port: Defaulted<number>;
  acct_port: Defaulted<number>;
  tls_port: Defaulted<number>;
  transport: Defaulted<string>;
  secret: Optional<Sealed>;
  realm: Optional<string>;
  strip_realm: Defaulted<Flag>;
  handles_authentication: Defaulted<Flag>;
  handles_accounting: Defaulted<Flag>;
  portal_accounting: Defaulted<Flag>;
  priority: Defaulted<number>;
  tls_ca: Optional<string>;
  tls_certificate: Optional<string>;
  tls_key: Optional<Sealed>;
  tls_server_name: Optional<string>;
  is_active: Defaulted<Flag>;
  description: Defaulted<string>;
  /** `unknown`, `up` or `down`, by whichever gateway found that out last. */
  state: Defaulted<string>;
  state_since: Optional<Time>;
  last_error: Optional<string>;
  created: Time;
  last_change: Time;
}
