import { guestReaders } from '../contract/caller.ts';
import { logEndpoints } from '../http/list/log-endpoints.ts';
import type { ModuleApi, ModuleEndpoints } from '../gateway/module.ts';
import { authorizationChangeEndpoints } from './api/aaa-authorization-change.ts';
import { clientEndpoints } from './api/aaa-client.ts';
import { decisionSummaryEndpoint } from './api/aaa-decision-summary.ts';
import { fallbackEndpoints } from './api/aaa-fallback.ts';
import { addressEndpoints } from './api/address-pool.ts';
import { profileEndpoints } from './api/aaa-profile.ts';
import { upstreamEndpoints } from './api/aaa-upstream.ts';
import { accountingEndpoints } from './api/accounting/aaa-accounting.ts';
import { trafficEndpoint } from './api/accounting/aaa-accounting-traffic.ts';
import { guestSummaryEndpoint } from './api/accounting/aaa-guest-summary.ts';
import { connectionSummaryEndpoint } from './api/app/device-app-connection-summary.ts';
import { frontDeskChoiceEndpoint } from './api/front-desk-choice.ts';
import { voucherBatchEndpoints } from './api/user-token/voucher-batch.ts';
import { voucherBatchSummaryEndpoint } from './api/user-token/voucher-batch-summary.ts';
import { appConnectionEndpoints } from './api/app/device-app-connection-log.ts';
import { appTestEndpoints } from './api/app/device-app-test-report.ts';
import { appUserEndpoints } from './api/app/device-app-user.ts';
import { pmsEndpoints } from './api/pms-link.ts';
import { loginTestEndpoint } from './api/aaa-login-test.ts';
import { locationEndpoints } from './api/location.ts';
import { organizationEndpoints } from './api/organization.ts';
import { sessionEndpoints } from './api/session/session.ts';
import { userTotpEndpoints } from './api/session/user-totp.ts';
import { userSourceEndpoints } from './api/user-source.ts';
import { userExtraEndpoints } from './api/user-extra.ts';
import { userKeyEndpoints } from './api/user-key.ts';
import { userTokenEndpoints } from './api/user-token/user-token.ts';
import { userEndpoints } from './api/user/user.ts';
import { userCertificateEndpoints } from './api/user-certificate.ts';
import { wifiNetworkEndpoints } from './api/wifi-network.ts';
import { wifiProfileEndpoint } from './api/wifi-profile.ts';
import { decision } from './policy/decision.ts';
import { accountingPacket } from './session/accounting-packet.ts';

const gate: ModuleApi = {
  endpoints: [
    ...organizationEndpoints,
    ...sessionEndpoints,
    ...userTotpEndpoints,
    ...userEndpoints,
    ...userExtraEndpoints,
    ...userTokenEndpoints,
    ...userKeyEndpoints,
    ...wifiNetworkEndpoints,
    wifiProfileEndpoint,
    ...userCertificateEndpoints,
    ...profileEndpoints,
    frontDeskChoiceEndpoint,
    ...voucherBatchEndpoints,
    voucherBatchSummaryEndpoint,
    ...accountingEndpoints,
    trafficEndpoint,
    guestSummaryEndpoint,
    ...logEndpoints(decision, guestReaders),
    decisionSummaryEndpoint,
    loginTestEndpoint,
    ...logEndpoints(accountingPacket),
    ...authorizationChangeEndpoints,
    ...clientEndpoints,
    ...fallbackEndpoints,
    ...upstreamEndpoints,
    ...userSourceEndpoints,
    ...addressEndpoints,
    ...pmsEndpoints,
    ...locationEndpoints,
    ...appUserEndpoints,
    ...appConnectionEndpoints,
    ...appTestEndpoints,
    connectionSummaryEndpoint,
  ],
  tags: {
    me: 'The caller and its organization.',
    organization: 'Organizations, each with its own users, devices and locations.',
    user: 'Users of the APIs and of the networks.',
    session: 'Sessions of the users of the console, by a cookie.',
    user_totp: 'Second factors of the users of the console.',
    user_extra: 'Extra records of users: contact and identity.',
    user_token: 'Tokens for the APIs, and credit for a network.',
    user_key: 'Wi-Fi keys of users and vouchers.',
    user_key_device: 'Devices that use Wi-Fi keys.',
    user_token_batch: 'Vouchers that one request made, together.',
    user_token_batch_summary: 'Vouchers, counted by batch.',
    front_desk_choice: 'Profiles and locations that a front desk may give.',
    aaa_profile: 'Profiles: check and reply attributes of users.',
    aaa_accounting: 'RADIUS accounting records.',
    aaa_guest_summary: 'Guests of each day, counted.',
    aaa_authorization_change:
      'Disconnect and CoA requests for sessions, and the replies of the NAS.',
    aaa_decision: 'Access decisions: why each login was accepted or rejected.',
    aaa_decision_summary: 'Access decisions, counted.',
    aaa_login_test: 'Logins that are tried out.',
    aaa_packet: 'Accounting packets that belong to no session.',
    aaa_client: 'RADIUS clients and their shared secrets.',
    aaa_fallback: 'Fallbacks: what devices without a user are granted.',
    aaa_upstream: 'Upstreams: RADIUS servers that requests are proxied to.',
    address_pool: 'Address pools: addresses that logins get.',
    address_lease: 'Address leases: which user has which address of a pool.',
    pms_link: 'Links to hotel systems, whose guests log in with room and name.',
    pms_guest: 'Guests of hotels, as their systems have told.',
    pms_posting: 'Charges that are posted to the rooms of guests.',
    user_certificate: 'Certificates of the devices of users, for EAP-TLS.',
    wifi_network: 'Wi-Fi networks, and the profiles by which devices join them.',
    user_source: 'User sources: directories whose people are users.',
    hostspot_access_points: 'Access points, for maps and portals.',
    hostspot_locations: 'Locations, for maps and portals.',
    device_app_access_devices: 'Devices behind access points, for apps.',
    device_app_access_points: 'Access points, for apps.',
    device_app_locations: 'Locations, for apps.',
    device_app_register: 'Registration of the devices that run an app.',
    device_app_user_authenticate: 'Logins in an app.',
    device_app_user_update: 'Changes that an app reports of its device and user.',
    device_app_connection_log: 'Connections to networks, as apps report them.',
    device_app_test_report: 'Measurements of networks, as apps report them.',
    device_app_connection_summary: 'Summaries of reported connections.',
    access_point: 'Access points that guests connect to.',
    location: 'Locations of access points.',
  },
  examples: {
    fields: {
      name: 'Seaview',
      short_name: 'seaview',
      username: 'room-101',
      language: 'en',
      uid: 'room-101',
      password: 'correct horse',
      totp: '287082',
      mac: '02:00:5E:00:53:02',
      ap_mac: '02:00:5E:00:53:01',
      ip: '192.0.2.50',
      secret: 'a secret of 22 octets!',
      attribute: 'Session-Timeout',
      value: '3600',
      number: '+44 20 7946 0018',
      destination: 'speed.example.net',
      unit: 'Mbit/s',
    },
    bodies: {
      user_token: { user: 1, name: 'reports of the front desk' },
      access_point: { name: 'lobby-ap-1', mac: '02:00:5E:00:53:01' },
      user_token_batch: { add_time: 3600 },
      device_app_user_update: { username: 'room-101', klass: 'gold' },
      device_app_test_report: {
        network_type: 'wi',
        test_type: 'dl',
        destination: 'speed.example.net',
        value: 48.2,
      },
    },
  },
};

export const endpoints: ModuleEndpoints = { gate };
