import type { Id, Json, Optional, Time } from './columns.ts';

/** Accounting-Requests that are of no session. They tell of clients as they were, so they outlive them. */
export interface PacketTable {
  id: Id;
  organization: number;
  datetime: Time;
  client: number;
  client_name: string;
  source: string;
  acctstatustype: Optional<string>;
  acctsessionid: Optional<string>;
  username: Optional<string>;
  nasipaddress: string;
  /** Names and values, without secrets. */
  attributes: Json;
}
