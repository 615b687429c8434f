import type { Defaulted, Flag, Id, Optional, Time } from './columns.ts';

export interface DnsCategoryTable {
  id: Id;
  organization: number;
  name: string;
  description: Defaulted<string>;
  /** What becomes of its hosts where no rule says otherwise: `A`, `R`; null: it only names them. */
  action: Optional<string>;
  redirect_ip: Optional<string>;
  created_at: Time;
  updated_at: Time;
}

/** A host, with everything below it, that belongs to a category. */
export interface DnsCategoryHostTable {
  category: number;
  host: string;
}

export interface DnsRuleTable {
  id: Id;
  organization: number;
  name: string;
  /** A rule is about a host, with everything below it, or about a category. */
  host: Optional<string>;
  category: Optional<number>;
  /** Whose questions it is about; null: everybody's. */
  subnet: Optional<string>;
  action: string;
  redirect_ip: Optional<string>;
  reason: Optional<string>;
  is_active: Defaulted<Flag>;
  created_at: Time;
  updated_at: Time;
}

/** One question and its answer, as it was given. */
export interface DnsCheckTable {
  id: string;
  organization: number;
  user: Optional<number>;
  hostname: string;
  client_ip: Optional<string>;
  action: string;
  category: Optional<string>;
  rule: Optional<number>;
  acl: Optional<string>;
  subnet: Optional<string>;
  redirect_ip: Optional<string>;
  reason: Optional<string>;
  created_at: Time;
}
