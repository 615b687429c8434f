import type { Defaulted, Flag, Id, Nullable, EpochMs } from './column-types.ts';

export interface DnsCategoryTable {
  id: Id;
  organization: number;
  name: string;
  description: Defaulted<string>;
  /** What becomes of its hosts where no rule says otherwise: `A`, `R`; null: it only names them. */
  action: Nullable<string>;
  redirect_ip: Nullable<string>;
  created_at: EpochMs;
  updated_at: EpochMs;
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
  host: Nullable<string>;
  category: Nullable<number>;
  /** Whose questions it is about; null: everybody's. */
  subnet: Nullable<string>;
  action: string;
  redirect_ip: Nullable<string>;
  reason: Nullable<string>;
  is_active: Defaulted<Flag>;
  created_at: EpochMs;
  updated_at: EpochMs;
}

/** One question and its answer, as it was given. */
export interface DnsCheckTable {
  id: string;
  organization: number;
  user: Nullable<number>;
  hostname: string;
  client_ip: Nullable<string>;
  action: string;
  category: Nullable<string>;
  rule: Nullable<number>;
  acl: Nullable<string>;
  subnet: Nullable<string>;
  redirect_ip: Nullable<string>;
  reason: Nullable<string>;
  created_at: EpochMs;
}
