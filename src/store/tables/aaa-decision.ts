import type { Id, JsonText, Nullable, EpochMs } from './column-types.ts';

export interface DecisionTable {
  id: Id;
  organization: number;
  datetime: EpochMs;
  client: number;
  client_name: string;
  username: Nullable<string>;
  callingstationid: Nullable<string>;
  calledstationid: Nullable<string>;
  method: string;
  outcome: string;
  reason: string;
  /** Name of the server that decided; null: we did. */
  upstream: Nullable<string>;
  user: Nullable<number>;
  profile: Nullable<number>;
  profile_name: Nullable<string>;
  checks: JsonText;
  counters: JsonText;
  attributes: JsonText;
  ms: number;
}
