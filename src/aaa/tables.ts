import { sql } from 'kysely';
import type { GrowingTable } from '../gateway/growing-table.ts';
import type { ModuleTables } from '../gateway/module.ts';
import { userSession } from './account/session/user-session.ts';
import { userTotp } from './account/totp/user-totp.ts';
import { userExtra } from './account/user-extra.ts';
import { userToken } from './account/user-token.ts';
import { user } from './account/user.ts';
import { appDevice } from './app/app-device.ts';
import { appConnection, appTest } from './app/app-log.ts';
import { authorizationChange } from './coa/authorization-change.ts';
import { userKeyDevice } from './key/user-key-device.ts';
import { userKey } from './key/user-key.ts';
import { personalTables } from './personal-tables.ts';
import { decision } from './policy/decision.ts';
import { fallback } from './policy/fallback.ts';
import { addressLease } from './address/address-lease.ts';
import { addressPool } from './address/address-pool.ts';
import { profile } from './policy/profile.ts';
import { pmsGuest, pmsPosting } from './pms/pms-guest.ts';
import { pmsLink } from './pms/pms-link.ts';
import { portalLog } from './portal-log/portal-log.ts';
import { upstream } from './proxy/upstream.ts';
import { userSource } from './source/user-source.ts';
import { accountingGrowth } from './session/accounting-growth.ts';
import { sumGrowth } from './session/sums/accounting-sum.ts';
import { accountingPacket } from './session/accounting-packet.ts';
import { accountingRecord } from './session/accounting-record.ts';
import { sessionTraffic, trafficGrowth } from './session/traffic/session-traffic.ts';
import { client } from './client/client.ts';
import { userCertificate } from './wifi/user-certificate.ts';
import { wifiNetwork } from './wifi/wifi-network.ts';

const portalEvents = { table: 'txlog_portal', key: 'id', timeColumn: 'datetime' } as const;
/** Types that anybody can repeat without a login: page views and blocked attempts. They push no login out. */
const beforeLogin = sql.raw(`'pv', 'ub'`);

const growth: readonly GrowingTable[] = [
  accountingGrowth,
  sumGrowth,
  trafficGrowth,
  { retention: 'decisions', table: 'aaa_decision', key: 'id', timeColumn: 'datetime' },
  { retention: 'packets', table: 'aaa_packet', key: 'id', timeColumn: 'datetime' },
  {
    retention: 'changes',
    table: 'aaa_authorization_change',
    key: 'id',
    timeColumn: 'created',
    mayDelete: () => sql`next_try is null`,
  },
  { ...portalEvents, retention: 'txlog', holds: sql`type not in (${beforeLogin})` },
  { ...portalEvents, retention: 'page_views', holds: sql`type in (${beforeLogin})` },
  { retention: 'app_logs', table: 'device_app_connection_log', key: 'id', timeColumn: 'created' },
  { retention: 'app_logs', table: 'device_app_connection_day', key: 'id', timeColumn: 'day' },
  { retention: 'app_logs', table: 'device_app_test_report', key: 'id', timeColumn: 'created' },
];

export const tables: ModuleTables = {
  resources: [
    user,
    userToken,
    userExtra,
    userSession,
    userTotp,
    userKey,
    userKeyDevice,
    wifiNetwork,
    userCertificate,
    profile,
    decision,
    client,
    accountingRecord,
    sessionTraffic,
    accountingPacket,
    authorizationChange,
    upstream,
    userSource,
    addressPool,
    addressLease,
    fallback,
    pmsLink,
    pmsGuest,
    pmsPosting,
    appDevice,
    appConnection,
    appTest,
    portalLog,
  ],
  growth,
  personal: personalTables,
};
