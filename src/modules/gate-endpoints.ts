import { decision } from '../aaa/policy/decision.ts';
import { accountingPacket } from '../aaa/session/accounting-packet.ts';
import { auditEntry } from '../upkeep/audit/audit-entry.ts';
import { eventsEndpoint } from '../notify/event/events-endpoint.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { authorizationChangeEndpoints } from '../aaa/api/aaa-authorization-change.ts';
import { clientEndpoints } from '../aaa/api/aaa-client.ts';
import { profileEndpoints } from '../aaa/api/aaa-profile.ts';
import { upstreamEndpoints } from '../aaa/api/aaa-upstream.ts';
import { accountingEndpoints } from '../aaa/api/accounting/aaa-accounting.ts';
import { connectionSummaryEndpoint } from '../aaa/api/app/device-app-connection-summary.ts';
import { appUserEndpoints } from '../aaa/api/app/device-app-user.ts';
import { appReportEndpoints } from '../aaa/api/app/device-app-report.ts';
import { locationEndpoints } from '../aaa/api/location.ts';
import { guestReaders, readers } from '../contract/caller.ts';
import { logEndpoints } from '../http/list/log-endpoints.ts';
import { organizationEndpoints } from '../aaa/api/organization.ts';
import { portalControllerEndpoints } from '../portal/api/portal-controller.ts';
import { portalLoginEndpoint } from '../portal/api/portal-login.ts';
import { portalLogoutEndpoint } from '../portal/api/portal-logout.ts';
import { portalPageEndpoints } from '../portal/api/portal-page.ts';
import { portalLogEndpoints } from '../portal/api/txlog-portal.ts';
import { userExtraEndpoints } from '../aaa/api/user-extra.ts';
import { userTokenEndpoints } from '../aaa/api/user-token/user-token.ts';
import { userPrivacyEndpoints } from '../upkeep/privacy/api/user-privacy.ts';
import { userEndpoints } from '../aaa/api/user/user.ts';

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
