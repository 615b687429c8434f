import type { Id, Json, Optional, Time } from './columns.ts';

export interface DecisionTable {
  id: Id;
  organization: number;
  datetime: Time;
  client: number;
  client_name: string;
  username: Optional<string>;
  callingstationid: Optional<string>;
  calledstationid: Optional<string>;
  method: string;
  outcome: string;
  reason: string;
  /** Name of the server that decided; null: we did. */
  upstream: Optional<string>;
  user: Optional<number>;
  profile: Optional<number>;
  profile_name: Optional<string>;
  checks: Json;
  counters: Json;
  attributes: Json;
  ms: number;
}
