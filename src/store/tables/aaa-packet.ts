import type { Id, JsonText, Nullable, EpochMs } from './column-types.ts';

/** Accounting-Requests that are of no session. They tell of clients as they were, so they outlive them. */
export interface PacketTable {
  id: Id;
  organization: number;
  datetime: EpochMs;
  client: number;
  client_name: string;
  source: string;
  acctstatustype: Nullable<string>;
  acctsessionid: Nullable<string>;
  username: Nullable<string>;
  nasipaddress: string;
  /** Names and values, without secrets. */
  attributes: JsonText;
}
