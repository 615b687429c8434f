import { schema } from './0001-schema.ts';
import { desiredSetting } from './0002-desired-setting.ts';
import { answersPing } from './0003-answers-ping.ts';
import { fleetFilter } from './0004-fleet-filter.ts';
import { dnsHostEditions } from './0005-dns-host-editions.ts';
import { eventDeliveries } from './0006-event-deliveries.ts';
import { acceptedValues } from './0007-accepted-values.ts';
import { neighbors } from './0008-neighbors.ts';
import { configurationPolicy } from './0009-configuration-policy.ts';
import { startAuthenticator } from './0010-start-authenticator.ts';
import { auditRequestId } from './0011-audit-request-id.ts';
import { frontDeskProfiles } from './0012-front-desk-profiles.ts';
import { accountingSums } from './0013-accounting-sums.ts';
import { nasClocks } from './0014-nas-clocks.ts';
import { acceptedTime } from './0015-accepted-time.ts';
import { replies } from './0016-replies.ts';
import { fallbacks } from './0017-fallbacks.ts';
import { stations } from './0018-stations.ts';
import { reservations } from './0019-reservations.ts';
import { replyConditions } from './0020-reply-conditions.ts';
import { userProfiles } from './0021-user-profiles.ts';
import { userSources } from './0022-user-sources.ts';
import { addressPools } from './0023-address-pools.ts';
import { voucherTerms } from './0024-voucher-terms.ts';
import { carriedLimits } from './0025-carried-limits.ts';
import { portalLooks } from './0026-portal-looks.ts';
import { loginSteps } from './0027-login-steps.ts';
import { portalServices } from './0028-portal-services.ts';
import { hotelSystems } from './0029-hotel-systems.ts';
import { consoleSessions } from './0030-console-sessions.ts';
import { payments } from './0031-payments.ts';
import { termsDevices } from './0032-terms-devices.ts';
import { secondFactors } from './0033-second-factors.ts';
import { accountingCosts } from './0034-accounting-costs.ts';
import { pageVersions } from './0035-page-versions.ts';
import { userKeys } from './0036-user-keys.ts';
import { sessionTraffic } from './0037-session-traffic.ts';
import { eapMethods } from './0038-eap-methods.ts';
import { certificateDevices } from './0039-certificate-devices.ts';
import { wifiNetworks } from './0040-wifi-networks.ts';
import { terminatedEap } from './0041-terminated-eap.ts';
import { userCertificates } from './0042-user-certificates.ts';
import type { MigrationSteps } from './ddl.ts';

/** First step, which creates the schema of 0.1.0. */
export const schemaStep = '0001-schema';

/** The store's history in order. A step that was released is never edited; a change is a new step. */
export const migrationSteps: MigrationSteps = {
  [schemaStep]: schema,
  '0002-desired-setting': desiredSetting,
  '0003-answers-ping': answersPing,
  '0004-fleet-filter': fleetFilter,
  '0005-dns-host-editions': dnsHostEditions,
  '0006-event-deliveries': eventDeliveries,
  '0007-accepted-values': acceptedValues,
  '0008-neighbors': neighbors,
  '0009-configuration-policy': configurationPolicy,
  '0010-start-authenticator': startAuthenticator,
  '0011-audit-request-id': auditRequestId,
  '0012-front-desk-profiles': frontDeskProfiles,
  '0013-accounting-sums': accountingSums,
  '0014-nas-clocks': nasClocks,
  '0015-accepted-time': acceptedTime,
  '0016-replies': replies,
  '0017-fallbacks': fallbacks,
  '0018-stations': stations,
  '0019-reservations': reservations,
  '0020-reply-conditions': replyConditions,
  '0021-user-profiles': userProfiles,
  '0022-user-sources': userSources,
  '0023-address-pools': addressPools,
  '0024-voucher-terms': voucherTerms,
  '0025-carried-limits': carriedLimits,
  '0026-portal-looks': portalLooks,
  '0027-login-steps': loginSteps,
  '0028-portal-services': portalServices,
  '0029-hotel-systems': hotelSystems,
  '0030-console-sessions': consoleSessions,
  '0031-payments': payments,
  '0032-terms-devices': termsDevices,
  '0033-second-factors': secondFactors,
  '0034-accounting-costs': accountingCosts,
  '0035-page-versions': pageVersions,
  '0036-user-keys': userKeys,
  '0037-session-traffic': sessionTraffic,
  '0038-eap-methods': eapMethods,
  '0039-certificate-devices': certificateDevices,
  '0040-wifi-networks': wifiNetworks,
  '0041-terminated-eap': terminatedEap,
  '0042-user-certificates': userCertificates,
};
