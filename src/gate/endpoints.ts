import { decision } from '../aaa/decision.ts';
import { packet } from '../aaa/packet.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { authorizationChangeRows } from './aaa-authorization-change.ts';
import { clientRows } from './aaa-client.ts';
import { profileRows } from './aaa-profile.ts';
import { upstreamRows } from './aaa-upstream.ts';
import { accountingRows } from './accounting.ts';
import { connectionSummary } from './connection-summary.ts';
import { appUserRows } from './device-app-user.ts';
import { appLogRows } from './device-app.ts';
import { locationRows } from './location.ts';
import { logRows } from './log-rows.ts';
import { organizationRows } from './organization.ts';
import { portalLogin } from './portal-login.ts';
import { portalLogRow } from './txlog-portal.ts';
import { userExtraRows } from './user-extra.ts';
import { userTokenRows } from './user-token.ts';
import { userRows } from './user.ts';

/** The access-control API. */
export const gate: readonly Endpoint[] = [
  ...organizationRows,
  ...userRows,
  ...userExtraRows,
  ...userTokenRows,
  ...profileRows,
  ...accountingRows,
  ...logRows(decision),
  ...logRows(packet),
  ...authorizationChangeRows,
  ...clientRows,
  ...upstreamRows,
  ...locationRows,
  ...appUserRows,
  ...appLogRows,
  connectionSummary,
  portalLogin,
  portalLogRow,
];
