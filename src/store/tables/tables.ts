import type { AaaClientTable, AccountingTable, AuthorizationChangeTable } from './aaa-session.ts';
import type { Defaulted, Flag, Id, JsonText, Nullable, EpochMs } from './column-types.ts';
import type {
  ConnectionProfileTable,
  DeviceLogTable,
  DeviceTable,
  ParameterGroupTable,
  MetricLogTable,
  MetricParameterTable,
  MetricSampleTable,
  MetricTable,
  ParameterTable,
  SettingTable,
  TransactionTable,
  DeviceTypeTable,
} from './inventory.ts';
import type { DecisionTable } from './aaa-decision.ts';
import type { ForwardLeaseTable, ForwardQueueTable, PortalSessionTable } from './aaa-forward.ts';
import type { PacketTable } from './aaa-packet.ts';
import type { AccountTables } from './account.ts';
import type { UpstreamTable } from './aaa-upstream.ts';
import type {
  DnsCategoryHostTable,
  DnsCategoryTable,
  DnsCheckTable,
  DnsRuleTable,
} from './dnsfilter.ts';

/*
 * What is stored, column by column, the same on both engines: times are milliseconds since 1970 UTC, flags are 0 or 1,
 * objects and lists are JSON text. Column names are the API's field names.
 */

export interface OrganizationTable {
  id: Id;
  name: string;
  short_name: string;
  description: Defaulted<string>;
  parent: Nullable<number>;
  country: Nullable<string>;
  platform: Nullable<string>;
  is_active: Defaulted<Flag>;
  created: EpochMs;
  last_change: EpochMs;
}

/** One row that a readiness check writes, so that it says what a write would meet. */
export interface HeartbeatTable {
  beat: number;
}

/** Requests that carried an Idempotency-Key: `status` and `reply` are null while the first is under way. */
export interface IdempotencyKeyTable {
  user: number;
  key: string;
  digest: string;
  status: Nullable<number>;
  reply: Nullable<JsonText>;
  created: EpochMs;
}

/** Key: table name, as the API says it. */
export interface Tables extends AccountTables {
  organization: OrganizationTable;
  inventory_type: DeviceTypeTable;
  inventory_parameter: ParameterTable;
  inventory_metric: MetricTable;
  inventory_metric_parameter: MetricParameterTable;
  inventory_connection_profile: ConnectionProfileTable;
  inventory_device: DeviceTable;
  inventory_transaction: TransactionTable;
  inventory_device_log: DeviceLogTable;
  inventory_setting: SettingTable;
  inventory_metric_log: MetricLogTable;
  inventory_metric_sample: MetricSampleTable;
  inventory_group: ParameterGroupTable;
  dnsfilter_category: DnsCategoryTable;
  dnsfilter_category_host: DnsCategoryHostTable;
  dnsfilter_rule: DnsRuleTable;
  dnsfilter_check: DnsCheckTable;
  aaa_client: AaaClientTable;
  aaa_accounting: AccountingTable;
  aaa_decision: DecisionTable;
  aaa_packet: PacketTable;
  aaa_upstream: UpstreamTable;
  aaa_authorization_change: AuthorizationChangeTable;
  aaa_forward: ForwardQueueTable;
  aaa_forward_lease: ForwardLeaseTable;
  aaa_portal_session: PortalSessionTable;
  heartbeat: HeartbeatTable;
  idempotency_key: IdempotencyKeyTable;
}
