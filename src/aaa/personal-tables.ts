import { sql, type RawBuilder } from 'kysely';
import { addressLease } from './address/address-lease.ts';
import { userSession } from './account/session/user-session.ts';
import { userTotp } from './account/totp/user-totp.ts';
import { userExtra } from './account/user-extra.ts';
import { userToken } from './account/user-token.ts';
import { user } from './account/user.ts';
import { authorizationChange } from './coa/authorization-change.ts';
import { decision } from './policy/decision.ts';
import { accountingPacket } from './session/accounting-packet.ts';
import { accountingRecord } from './session/accounting-record.ts';
import { sessionTraffic } from './session/traffic/session-traffic.ts';
import { canonicalMac } from '../contract/fields.ts';
import {
  among,
  byUserNameAndStation,
  inOrganizations,
  ofUser,
  withoutUser,
} from '../gateway/person-conditions.ts';
import type { Person, PersonalTable } from '../gateway/personal-table.ts';
import { appDevice } from './app/app-device.ts';
import { appConnection, appTest } from './app/app-log.ts';
import { userKeyDevice } from './key/user-key-device.ts';
import { userKey } from './key/user-key.ts';
import { pmsGuest, pmsPosting } from './pms/pms-guest.ts';
import { userCertificate } from './wifi/user-certificate.ts';
import { portalLog } from './portal-log/portal-log.ts';

/** Longest wait for the end of a session: a NAS may be away. */
const sessionGraceMs = 24 * 3_600_000;
/** Longest wait for packets to an upstream. */
const forwardGraceMs = 60_000;

/** Matches lists of attributes with a value of the person. */
function namesPerson(person: Person): RawBuilder<unknown> {
  const values = [person.username, ...person.stations].map((value) =>
    JSON.stringify(value).replaceAll(/[\\%_]/g, (special) => `\\${special}`),
  );
  return sql`(${sql.join(
    values.map((value) => sql`attributes like ${`%${value}%`} escape ${'\\'}`),
    sql` or `,
  )})`;
}

const userNameType = 1;
const callingStationType = 31;

/** Matches encoded attributes with the name or a device of the person (RFC 2865 section 5). */
function carriesPerson(person: Person): readonly RawBuilder<unknown>[] {
  const queues = among('organization', [...person.organizations, ...person.above]);
  const contains = (type: number, value: string) => {
    const text = Buffer.from(value);
    const octets = Buffer.from([type, (text.length + 2) & 255, ...text]);
    return person.engine === 'sqlite'
      ? sql`${queues} and instr(attributes, ${octets}) > 0`
      : sql`${queues} and position(${octets}::bytea in attributes) > 0`;
  };
  return [
    contains(userNameType, person.username),
    ...person.stations.map((station) => contains(callingStationType, station)),
  ];
}

const isOpen = sql`acctstoptime is null`;

/** Tables with data about users of the network, in the order of erasure. */
export const personalTables: readonly PersonalTable[] = [
  {
    table: 'user',
    key: 'id',
    resource: user,
    belongsTo: (person) => [sql`id = ${person.user}`],
    anonymize: (pseudonym) => ({
      username: pseudonym,
      password: null,
      reversible_password: null,
      external_id: null,
      klass: null,
      email: null,
      first_name: null,
      last_name: null,
      attributes: null,
      is_active: 0,
    }),
  },
  {
    table: 'user_extra',
    key: 'id',
    resource: userExtra,
    belongsTo: (person) => [sql`parent = ${person.user}`],
    identifiers: { telephone: 'phone' },
  },
  {
    table: 'user_token',
    key: 'id',
    resource: userToken,
    belongsTo: (person) => [ofUser(person)],
  },
  {
    table: 'user_session',
    key: 'id',
    resource: userSession,
    belongsTo: (person) => [ofUser(person)],
  },
  {
    table: 'user_totp',
    key: 'id',
    resource: userTotp,
    belongsTo: (person) => [ofUser(person)],
  },
  {
    table: 'user_recovery_code',
    key: 'id',
    resource: null,
    belongsTo: (person) => [ofUser(person)],
  },
  {
    table: 'aaa_certificate_device',
    key: 'id',
    resource: null,
    belongsTo: (person) => [ofUser(person)],
  },
  {
    table: 'user_certificate',
    key: 'id',
    resource: userCertificate,
    belongsTo: (person) => [ofUser(person)],
  },
  {
    table: 'user_key_device',
    key: 'id',
    resource: userKeyDevice,
    belongsTo: (person) => [
      sql`user_key in (select id from user_key where "user" = ${person.user})`,
    ],
    identifiers: { mac: 'station' },
  },
  {
    table: 'user_key',
    key: 'id',
    resource: userKey,
    belongsTo: (person) => [ofUser(person)],
  },
  {
    table: 'device_app_connection_log',
    key: 'id',
    resource: appConnection,
    belongsTo: (person) => [among('device', person.apps)],
  },
  {
    table: 'device_app_test_report',
    key: 'id',
    resource: appTest,
    belongsTo: (person) => [among('device', person.apps)],
  },
  {
    table: 'device_app_device',
    key: 'id',
    resource: appDevice,
    belongsTo: (person) => [
      ofUser(person),
      among('id', person.apps),
      withoutUser(
        person,
        among(
          'mac',
          person.stations.flatMap((station) => canonicalMac(station) ?? []),
        ),
      ),
      withoutUser(person, among('number', person.phones)),
    ],
    identifiers: { id: 'app', mac: 'station', number: 'phone' },
  },
  {
    // Before the sessions, which are still the person's then.
    table: 'aaa_session_traffic',
    key: 'session',
    resource: sessionTraffic,
    belongsTo: (person) =>
      byUserNameAndStation('callingstationid')(person).map(
        (isOfPerson) => sql`session in (select radacctid from aaa_accounting where ${isOfPerson})`,
      ),
  },
  {
    table: 'aaa_accounting',
    key: 'radacctid',
    resource: accountingRecord,
    belongsTo: byUserNameAndStation('callingstationid'),
    identifiers: { callingstationid: 'station' },
    live: { condition: isOpen, forMs: sessionGraceMs },
    anonymize: (pseudonym) => ({
      username: pseudonym,
      user: null,
      authorized_user: null,
      acctsessionid: sql`'erased-' || radacctid`,
      station: sql`case when station = '' then '' else 'erased-' || radacctid end`,
      acctmultisessionid: null,
      attributes: null,
      nasportid: null,
      callingstationid: null,
      framedipaddress: null,
      framedipv6address: null,
      framedipv6prefix: null,
      framedinterfaceid: null,
      delegatedipv6prefix: null,
      class: null,
      granted: null,
    }),
    isRestored: (pseudonym) =>
      sql`(username is null or username <> ${pseudonym} or callingstationid is not null)`,
    mayChange: (since) => sql`(${isOpen} or acctstoptime > ${since})`,
  },
  {
    table: 'aaa_portal_session',
    key: 'id',
    resource: null,
    belongsTo: (person) => [ofUser(person)],
    identifiers: { mac: 'station' },
    live: { condition: sql`(ended is null or due is not null)`, forMs: sessionGraceMs },
  },
  {
    table: 'address_lease',
    key: 'id',
    resource: addressLease,
    belongsTo: (person) => [ofUser(person)],
    identifiers: { station: 'station' },
  },
  {
    table: 'pms_posting',
    key: 'id',
    resource: pmsPosting,
    belongsTo: (person) => [ofUser(person)],
  },
  {
    table: 'pms_guest',
    key: 'id',
    resource: pmsGuest,
    belongsTo: (person) => [ofUser(person)],
  },
  {
    table: 'aaa_reservation',
    key: 'id',
    resource: null,
    belongsTo: (person) => [ofUser(person)],
  },
  {
    table: 'aaa_authorization_change',
    key: 'id',
    resource: authorizationChange,
    belongsTo: (person) => [
      ofUser(person),
      withoutUser(person, sql`username = ${person.username}`),
    ],
    live: { condition: sql`next_try is not null`, forMs: sessionGraceMs },
    anonymize: (pseudonym) => ({
      user: null,
      username: pseudonym,
      attributes: '[]',
      error_message: null,
    }),
  },
  {
    table: 'txlog_portal',
    key: 'id',
    resource: portalLog,
    belongsTo: byUserNameAndStation('mac'),
    identifiers: { mac: 'station' },
    anonymize: (pseudonym) => ({
      user: null,
      username: pseudonym,
      mac: null,
      ip: null,
      user_agent: null,
      detail: '',
    }),
  },
  {
    table: 'aaa_decision',
    key: 'id',
    resource: decision,
    belongsTo: byUserNameAndStation('callingstationid'),
  },
  {
    table: 'aaa_packet',
    key: 'id',
    resource: accountingPacket,
    belongsTo: (person) => [
      sql`${inOrganizations(person)} and (username = ${person.username} or ${namesPerson(person)})`,
    ],
  },
  {
    table: 'aaa_forward',
    key: 'id',
    resource: null,
    belongsTo: carriesPerson,
    live: { condition: sql`1 = 1`, forMs: forwardGraceMs },
  },
];
