import type { Api } from '../http/openapi/document.ts';
import { gateEndpoints } from './endpoints.ts';

/** The access-control API, as it is served and documented. */
export const gateApi: Api = {
  title: 'Gatehouse access control',
  description: 'RADIUS accounting, AAA clients, users and organizations.',
  prefix: '/gate/api/v1',
  endpoints: gateEndpoints,
  tags: {
    me: 'Who the caller is.',
    organization: 'Organizations: whose users, devices and sites are kept apart.',
    user: 'Users of the APIs and of the networks.',
    user_extra: 'What else is known of a user.',
    user_token: 'Tokens for the APIs, and credit for a network.',
    aaa_profile: 'What RADIUS asks of users, and what it tells the access points about them.',
    aaa_accounting: 'Sessions in the networks, as RADIUS accounted for them.',
    aaa_authorization_change: 'What NASes were told of live sessions, and what they answered.',
    aaa_decision: 'Why each login was accepted or refused.',
    aaa_packet: 'Accounting packets that belong to no session.',
    aaa_client: 'RADIUS clients: who may ask, and the secret shared with them.',
    aaa_upstream: 'RADIUS servers that requests are passed on to.',
    hostspot_access_points: 'Access points, for maps and portals.',
    hostspot_locations: 'Locations, for maps and portals.',
    device_app_access_devices: 'Devices behind access points, for apps.',
    device_app_access_points: 'Access points, for apps.',
    device_app_locations: 'Locations, for apps.',
    device_app_register: 'Devices on which an app runs.',
    device_app_user_authenticate: 'Logins in an app.',
    device_app_user_update: 'What an app says of its device and user.',
    device_app_connection_log: 'Connections to networks, as apps report them.',
    device_app_test_report: 'Measurements of networks, as apps report them.',
    device_app_connection_summary: 'Reported connections, summed up.',
    access_point: 'Access points, which are where guests come in.',
    location: 'Locations: where access points are.',
    portal_login: 'The captive portal.',
    txlog_portal: 'What the captive portal was asked, and what it answered.',
  },
  examples: {
    fields: {
      ...{
        name: 'Seaview',
        short_name: 'seaview',
        username: 'room-101',
        uid: 'room-101',
        password: 'correct horse',
      },
      ...{
        mac: '02:00:5E:00:53:02',
        ap_mac: '02:00:5E:00:53:01',
        ip: '192.0.2.50',
        secret: 'a secret of 22 octets!',
      },
      ...{ attribute: 'Session-Timeout', value: '3600', number: '+44 20 7946 0018' },
    },
    bodies: {
      user_token: { user: 1, name: 'reports of the front desk' },
      access_point: { name: 'lobby-ap-1', mac: '02:00:5E:00:53:01' },
      device_app_test_report: {
        network_type: 'wi',
        test_type: 'dl',
        destination: 'speed.example.net',
        value: 48.2,
      },
    },
  },
};
