import type { MigrationStep } from './ddl.ts';
import { callers } from './0001-callers.ts';
import { inventory } from './0002-inventory.ts';
import { history } from './0003-history.ts';
import { aaa } from './0004-aaa.ts';
import { views } from './0005-views.ts';
import { accountTables } from './0006-people.ts';
import { control } from './0007-control.ts';
import { idempotency } from './0008-idempotency.ts';
import { longLogs } from './0009-long-logs.ts';
import { decisions } from './0010-decisions.ts';
import { authorizationChanges } from './0011-authorization-changes.ts';
import { accountingConsistency } from './0012-accounting-truth.ts';
import { upstreams } from './0013-upstreams.ts';
import { radsec } from './0014-radsec.ts';
import { limits } from './0015-limits.ts';
import { forwarding } from './0016-forwarding.ts';
import { dropViews } from './0017-drop-views.ts';
import { sessionIdIndex } from './0018-session-id-index.ts';
import { clientConsent } from './0019-client-consent.ts';
import { silentDevices } from './0020-silent-devices.ts';
import { retention } from './0021-retention.ts';
import { canonicalNetworks } from './0022-canonical-networks.ts';
import { deviceNetworks } from './0023-device-networks.ts';
import { pendingSettings } from './0024-pending-settings.ts';
import { tableVersions } from './0025-table-versions.ts';
import { portalSessions } from './0026-portal-sessions.ts';
import { signingClients } from './0027-signing-clients.ts';
import { runAt } from './0028-run-at.ts';
import { gateways } from './0029-gateways.ts';
import { searchFold } from './0030-search-fold.ts';
import { timeZones } from './0031-time-zones.ts';
import { deviceTypeFingerprints } from './0032-device-type-fingerprints.ts';
import { portalControllers } from './0033-portal-controllers.ts';
import { waitingTransactions } from './0034-waiting-transactions.ts';
import { variableSets } from './0035-variable-sets.ts';
import { experimentalTypes } from './0036-experimental-types.ts';
import { vouchers } from './0037-vouchers.ts';
import { operationParameters } from './0038-operation-parameters.ts';
import { deviceIdentities } from './0039-device-identities.ts';
import { configurations } from './0040-configurations.ts';
import { deviceAccessPoints } from './0041-device-access-points.ts';
import { portalPages } from './0042-portal-pages.ts';
import { fleetOperations } from './0043-fleet-operations.ts';
import { transactionSeries } from './0044-series.ts';
import { portalAddresses } from './0045-portal-addresses.ts';
import { portalSessionPages } from './0046-portal-session-pages.ts';
import { alerts } from './0047-alerts.ts';
import { privacyJobs } from './0048-privacy-jobs.ts';
import { alertDeliveries } from './0049-alert-deliveries.ts';
import { portalRevocations } from './0050-portal-revocations.ts';
import { discoveries } from './0051-discoveries.ts';
import { metricRollups } from './0052-metric-rollups.ts';
import { appReports } from './0053-app-reports.ts';
import { audit } from './0055-audit.ts';
import { events } from './0056-events.ts';
import { compactMetricLog } from './0057-compact-metric-log.ts';
import { pollIntervals } from './0058-poll-intervals.ts';
import { alertRuleLabels } from './0059-alert-rule-labels.ts';
import { conditionTimes } from './0060-condition-times.ts';
import { eventConditions } from './0061-event-conditions.ts';
import { firmwareImages } from './0062-firmware-images.ts';
import { portalUpstreams } from './0063-portal-upstreams.ts';
import { pageTranslations } from './0064-page-translations.ts';
import { targetUnits } from './0065-target-units.ts';
import { interfaceMetrics } from './0066-interface-metrics.ts';
import { sessionTriggers } from './0067-session-triggers.ts';
import { fleetSecrets } from './0068-fleet-secrets.ts';
import { parameterNames } from './0069-parameter-names.ts';
import { secretParameters } from './0054-secret-parameters.ts';

/** The store's history in order. A step that was released is never edited; a change is a new step. */
export const migrationSteps: Readonly<Record<string, MigrationStep>> = {
  '0001-callers': callers,
  '0002-inventory': inventory,
  '0003-history': history,
  '0004-aaa': aaa,
  '0005-views': views,
  '0006-people': accountTables,
  '0007-control': control,
  '0008-idempotency': idempotency,
  '0009-long-logs': longLogs,
  '0010-decisions': decisions,
  '0011-authorization-changes': authorizationChanges,
  '0012-accounting-truth': accountingConsistency,
  '0013-upstreams': upstreams,
  '0014-radsec': radsec,
  '0015-limits': limits,
  '0016-forwarding': forwarding,
  '0017-drop-views': dropViews,
  '0018-session-id-index': sessionIdIndex,
  '0019-client-consent': clientConsent,
  '0020-silent-devices': silentDevices,
  '0021-retention': retention,
  '0022-canonical-networks': canonicalNetworks,
  '0023-device-networks': deviceNetworks,
  '0024-pending-settings': pendingSettings,
  '0025-table-versions': tableVersions,
  '0026-portal-sessions': portalSessions,
  '0027-signing-clients': signingClients,
  '0028-run-at': runAt,
  '0029-gateways': gateways,
  '0030-search-fold': searchFold,
  '0031-time-zones': timeZones,
  '0032-device-type-fingerprints': deviceTypeFingerprints,
  '0033-portal-controllers': portalControllers,
  '0034-waiting-transactions': waitingTransactions,
  '0035-variable-sets': variableSets,
  '0036-experimental-types': experimentalTypes,
  '0037-vouchers': vouchers,
  '0038-operation-parameters': operationParameters,
  '0039-device-identities': deviceIdentities,
  '0040-configurations': configurations,
  '0041-device-access-points': deviceAccessPoints,
  '0042-portal-pages': portalPages,
  '0043-fleet-operations': fleetOperations,
  '0044-series': transactionSeries,
  '0045-portal-addresses': portalAddresses,
  '0046-portal-session-pages': portalSessionPages,
  '0047-alerts': alerts,
  '0048-privacy-jobs': privacyJobs,
  '0049-alert-deliveries': alertDeliveries,
  '0050-portal-revocations': portalRevocations,
  '0051-discoveries': discoveries,
  '0052-metric-rollups': metricRollups,
  '0053-app-reports': appReports,
  '0054-secret-parameters': secretParameters,
  '0055-audit': audit,
  '0056-events': events,
  '0057-compact-metric-log': compactMetricLog,
  '0058-poll-intervals': pollIntervals,
  '0059-alert-rule-labels': alertRuleLabels,
  '0060-condition-times': conditionTimes,
  '0061-event-conditions': eventConditions,
  '0062-firmware-images': firmwareImages,
  '0063-portal-upstreams': portalUpstreams,
  '0064-page-translations': pageTranslations,
  '0065-target-units': targetUnits,
  '0066-interface-metrics': interfaceMetrics,
  '0067-session-triggers': sessionTriggers,
  '0068-fleet-secrets': fleetSecrets,
  '0069-parameter-names': parameterNames,
};
