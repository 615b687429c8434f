import type { Defaulted, Flag, Id, Nullable, Sealed, EpochMs } from './column-types.ts';

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
  secret: Nullable<Sealed>;
  realm: Nullable<string>;
  strip_realm: Defaulted<Flag>;
  handles_authentication: Defaulted<Flag>;
  handles_accounting: Defaulted<Flag>;
  portal_accounting: Defaulted<Flag>;
  priority: Defaulted<number>;
  tls_ca: Nullable<string>;
  tls_certificate: Nullable<string>;
  tls_key: Nullable<Sealed>;
  tls_server_name: Nullable<string>;
  is_active: Defaulted<Flag>;
  description: Defaulted<string>;
  /** `unknown`, `up` or `down`, by whichever gateway found that out last. */
  state: Defaulted<string>;
  state_since: Nullable<EpochMs>;
  last_error: Nullable<string>;
  created: EpochMs;
  last_change: EpochMs;
}
