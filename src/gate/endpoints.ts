import { decision } from '../aaa/policy/decision.ts';
import { accountingPacket } from '../aaa/session/accounting-packet.ts';
import { auditEntry } from '../audit/audit-entry.ts';
import { eventsEndpoint } from '../event/events-endpoint.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { authorizationChangeEndpoints } from './aaa-authorization-change.ts';
import { clientEndpoints } from './aaa-client.ts';
import { profileEndpoints } from './aaa-profile.ts';
import { upstreamEndpoints } from './aaa-upstream.ts';
import { accountingEndpoints } from './accounting/aaa-accounting.ts';
import { connectionSummaryEndpoint } from './device-app-connection-summary.ts';
import { appUserEndpoints } from './device-app-user.ts';
import { appReportEndpoints } from './device-app-report.ts';
import { locationEndpoints } from './location.ts';
import { guestReaders, readers } from '../caller.ts';
import { logEndpoints } from './log-endpoints.ts';
import { organizationEndpoints } from './organization.ts';
import { portalControllerEndpoints } from './portal-controller.ts';
import { portalLoginEndpoint } from './portal-login.ts';
import { portalLogoutEndpoint } from './portal-logout.ts';
import { portalPageEndpoints } from './portal-page.ts';
import { portalLogEndpoints } from './txlog-portal.ts';
import { userExtraEndpoints } from './user-extra.ts';
import { userTokenEndpoints } from './user-token/user-token.ts';
import { userPrivacyEndpoints } from './user-privacy.ts';
import { userEndpoints } from './user/user.ts';

/** The access-control API. */
export const gateEndpoints: readonly Endpoint[] = [
  ...organizationEndpoints,
  ...userEndpoints,
  ...userPrivacyEndpoints,
  ...userExtraEndpoints,
  ...userTokenEndpoints,
  ...profileEndpoints,
  ...accountingEndpoints,
  ...logEndpoints(decision, guestReaders),
  ...logEndpoints(accountingPacket),
  ...logEndpoints(auditEntry, readers),
  ...authorizationChangeEndpoints,
  ...clientEndpoints,
  ...upstreamEndpoints,
  ...locationEndpoints,
  ...appUserEndpoints,
  ...appReportEndpoints,
  connectionSummaryEndpoint,
  ...portalControllerEndpoints,
  ...portalPageEndpoints,
  portalLoginEndpoint,
  portalLogoutEndpoint,
  ...portalLogEndpoints,
  eventsEndpoint(guestReaders),
];
