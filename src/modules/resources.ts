import { accessDevice, accessPoint, hotspotAccessPoint } from '../organization/access-point.ts';
import { location } from '../organization/location.ts';
import { organization } from '../organization/organization.ts';
import { userExtra } from '../aaa/account/user-extra.ts';
import { userToken } from '../aaa/account/user-token.ts';
import { user } from '../aaa/account/user.ts';
import { authorizationChange } from '../aaa/coa/authorization-change.ts';
import { auditEntry } from '../upkeep/audit/audit-entry.ts';
import { decision } from '../aaa/policy/decision.ts';
import { profile } from '../aaa/policy/profile.ts';
import { upstream } from '../aaa/proxy/upstream.ts';
import { accountingPacket } from '../aaa/session/accounting-packet.ts';
import { accountingRecord } from '../aaa/session/accounting-record.ts';
import { client } from '../aaa/client/client.ts';
import { alert } from '../notify/alert/alert.ts';
import { alertRule } from '../notify/alert/alert-rule.ts';
import { delivery, webhook } from '../notify/alert/webhook.ts';
import { dnsCheck } from '../dnsfilter/check.ts';
import { dnsCategory } from '../dnsfilter/category.ts';
import { dnsRule } from '../dnsfilter/rule.ts';
import { configuration } from '../inventory/configuration/configuration.ts';
import { discovery, discoveryCandidate } from '../inventory/discovery/discovery.ts';
import { fleetOperation, fleetTarget } from '../inventory/fleet/fleet-operation.ts';
import { connectionProfile } from '../inventory/device/connection-profile.ts';
import { deviceLog } from '../inventory/transaction/device-log.ts';
import { device } from '../inventory/device/device.ts';
import { firmwareImage } from '../inventory/device/firmware-image.ts';
import { inventoryType } from '../inventory/device/inventory-type.ts';
import { parameter } from '../inventory/device/parameter.ts';
import { transaction } from '../inventory/transaction/transaction.ts';
import { metric, metricLog } from '../inventory/metric/metric.ts';
import { metric5min, metricDay, metricHour } from '../inventory/metric/metric-rollup.ts';
import { series } from '../inventory/series/series.ts';
import { variableSet } from '../inventory/setting/variable-set.ts';
import { setting } from '../inventory/setting/setting.ts';
import { appDevice } from '../aaa/app/app-device.ts';
import { appConnection, appTest } from '../aaa/app/app-log.ts';
import { portalController } from '../portal/controller/portal-controller.ts';
import { portalPage } from '../portal/page/portal-page.ts';
import { portalLog } from '../aaa/portal-log/portal-log.ts';
import { privacyJob } from '../upkeep/privacy/privacy-job.ts';
import type { Resource } from '../contract/resource.ts';

/** Every resource of the product, for what holds for all of them: the check at start, the rotation of the key. */
export const resources: readonly Resource[] = [
  organization,
  user,
  userToken,
  userExtra,
  location,
  accessPoint,
  hotspotAccessPoint,
  accessDevice,
  profile,
  auditEntry,
  decision,
  client,
  accountingRecord,
  accountingPacket,
  authorizationChange,
  upstream,
  appDevice,
  appConnection,
  appTest,
  portalLog,
  portalController,
  portalPage,
  privacyJob,
  dnsCategory,
  dnsCheck,
  dnsRule,
  connectionProfile,
  firmwareImage,
  inventoryType,
  parameter,
  metric,
  metricLog,
  metric5min,
  metricHour,
  metricDay,
  device,
  deviceLog,
  transaction,
  series,
  discovery,
  discoveryCandidate,
  fleetOperation,
  fleetTarget,
  setting,
  variableSet,
  configuration,
  alertRule,
  alert,
  webhook,
  delivery,
];
