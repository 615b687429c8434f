import { Type } from 'typebox';
import { counter, extension, id, nullable, text, dateTime, bytes } from '../../contract/fields.ts';
import { resource, readOnlyResource } from '../../contract/resource.ts';
import { ssidSql } from './ssid.ts';

const nullableText = () => nullable(text());
const seconds = () => nullable(Type.Integer({ description: 'seconds' }));
const rowId = () => nullable(Type.Integer());

/** SQL: the device that was set to be the access point of session `a`, and the one with its MAC address. */
const deviceSet = `(select min(d.id) from inventory_device d join access_point p on p.id = d.access_point
  where d.access_point = a.access_point and d.organization = p.organization)`;
const deviceByMac = `(select min(d.id) from access_point p join inventory_device d on d.mac_address = p.mac
  where p.id = a.access_point and d.access_point is null and d.organization = p.organization)`;

/** Sessions, one row each: from RADIUS accounting, and from logins at the captive portal. */
export const accountingRecord = resource({
  name: 'aaa_accounting',
  relation: () => `
    select a.*, coalesce(${deviceSet}, ${deviceByMac}) as device,
      case when a.acctstoptime is null then 'active' else 'completed' end as session_status,
      ${ssidSql('a.calledstationid')} as ssid
    from aaa_accounting a`,
  title: 'an accounting record',
  plural: 'accounting records',
  schema: Type.Object({
    radacctid: id(),
    organization: Type.Integer(),
    client: nullable(
      Type.Integer({
        description: 'the AAA client that sent it; null: a portal session that no NAS accounts for',
      }),
    ),
    origin: Type.Enum(['radius', 'portal'], {
      description: '`portal`: opened by a login at the captive portal',
      'x-extension': true,
    }),
    portal_session: nullable(
      text({
        description: '`session_id` of the login at the captive portal that admitted the device',
        'x-extension': true,
      }),
    ),
    user: rowId(),
    access_point: rowId(),
    device: nullable(
      Type.Integer({
        'x-extension': true,
        description: 'the inventory_device that is the access point',
      }),
    ),
    location: rowId(),
    session_status: Type.Enum(['active', 'completed']),
    acctsessionid: text(),
    acctuniqueid: text(),
    acctmultisessionid: extension(nullableText()),
    username: nullableText(),
    realm: nullableText(),
    nasipaddress: text(),
    nasidentifier: nullableText(),
    nasportid: nullableText(),
    nasporttype: nullableText(),
    acctstarttime: nullable(dateTime()),
    acctupdatetime: nullable(dateTime()),
    acctstoptime: nullable(dateTime()),
    nas_event_time: nullable(
      dateTime({
        'x-extension': true,
        description: 'Event-Timestamp of the last packet, as its NAS stated it',
      }),
    ),
    clock_offset: nullable(
      Type.Integer({
        'x-extension': true,
        description:
          'seconds by which the clock of the NAS is ahead at the last packet; `acctstarttime`, `acctupdatetime` and `acctstoptime` are corrected by it; null: not known, so the NAS is believed',
      }),
    ),
    acctinterval: seconds(),
    acctsessiontime: seconds(),
    acctauthentic: nullableText(),
    connectinfo_start: nullableText(),
    connectinfo_stop: nullableText(),
    acctinputoctets: counter(),
    acctoutputoctets: counter(),
    calledstationid: nullableText(),
    callingstationid: nullableText(),
    ssid: nullable(
      text({
        'x-extension': true,
        description: 'the name of the wireless network behind the MAC address in `calledstationid`',
      }),
    ),
    acctterminatecause: nullableText(),
    stop_is_guess: Type.Boolean({
      'x-extension': true,
      description:
        'true: the gateway concluded that the session is over; a Stop, or news of it, corrects that',
    }),
    servicetype: nullableText(),
    framedprotocol: nullableText(),
    framedipaddress: nullableText(),
    framedipv6address: nullableText(),
    framedipv6prefix: nullableText(),
    framedinterfaceid: nullableText(),
    delegatedipv6prefix: nullableText(),
    class: nullableText(),
  }),
  key: 'radacctid',
  ...readOnlyResource,
  scope: 'organization',
  filters: {
    user: { column: 'user', operator: '=', schema: Type.Integer() },
    access_point: { column: 'access_point', operator: '=', schema: Type.Integer() },
    location: { column: 'location', operator: '=', schema: Type.Integer() },
    client: { column: 'client', operator: '=', schema: Type.Integer() },
    organization: {
      column: 'organization',
      operator: '=',
      schema: Type.Integer(),
      isExtension: true,
    },
  },
  lookups: [
    ...([
      'radacctid',
      'username',
      'acctsessionid',
      'acctmultisessionid',
      'nasipaddress',
      'nasidentifier',
    ] as const),
    ...([
      'acctstarttime',
      'acctstoptime',
      'acctterminatecause',
      'callingstationid',
      'calledstationid',
    ] as const),
    ...(['framedipaddress', 'framedipv6address', 'class'] as const),
    ...(['origin', 'portal_session', 'ssid'] as const),
  ],
  stations: ['callingstationid', 'calledstationid'],
  computed: ['device', 'session_status', 'ssid'],
  columns: {
    /** True for the row that packets of this session update; false for an earlier session with the same identifiers. */
    is_current: Type.Boolean(),
    /** Digits of the MAC address of another station with the same identifiers; empty for the first. */
    station: text(),
    /** Source address of the last packet; null: the client has one address. */
    source: nullableText(),
    /** Event time of the packet that the counters are from. */
    counters_at: nullable(dateTime()),
    /** When the last packet of the session was received. */
    heard_at: nullable(dateTime()),
    /** Request Authenticator of the Start that opened the session, in hexadecimal; null: no Start has arrived. */
    start_authenticator: nullableText(),
    /** Attributes of the last packet, octet for octet, without header and secrets. */
    attributes: nullable(bytes()),
    /** Id of the authorized user, which outlives the user; null: not resolved yet, or no user of the store. */
    authorized_user: rowId(),
    /** Version of that user and its profiles at the authorization of the session: the sum of the times of change. */
    authorized_version: nullable(Type.Integer()),
    /** Reply attributes that the session was granted, as JSON. */
    granted: nullable(Type.Array(Type.Unknown())),
    /** When a limit may be reached or lifted. */
    check_at: nullable(dateTime()),
    /** Octets in both directions that may use up a quota. */
    check_octets: nullable(Type.Integer()),
    /** NAS counters at the portal login; subtracted, since the guest did not use them. */
    seconds_before: Type.Integer(),
    input_before: Type.Integer(),
    output_before: Type.Integer(),
    /** Start by the clocks of the organization, once the sums of its day have the session; null: they have it not, or no more. */
    local_start: nullable(dateTime()),
    /** Profile of the user when the session was added to the sums. */
    profile: rowId(),
    /** `limited`: the attributes of a limit apply; `ended`: the NAS was asked to disconnect; null: neither. */
    standing: nullableText(),
  },
  databaseDefaults: [
    'is_current',
    'station',
    'stop_is_guess',
    'origin',
    'seconds_before',
    'input_before',
    'output_before',
  ],
  accessPaths: {
    columns: [
      'callingstationid',
      'username',
      'user',
      'client',
      'access_point',
      'location',
      'organization',
    ],
    whereNull: ['acctstoptime', 'username'],
    hashed: ['acctsessionid'],
  },
  order: { column: 'acctstarttime', direction: 'desc' },
  paging: 'cursor',
});

declare module '../../contract/tables.ts' {
  interface Tables {
    aaa_accounting: TableOf<typeof accountingRecord>;
  }
}
/** Columns that describe a session by one attribute each: the value of the newest packet counts. */
const attributeColumns = [
  'acctmultisessionid',
  'username',
  'realm',
  'nasidentifier',
  'nasportid',
  'nasporttype',
  'class',
  'acctauthentic',
  'servicetype',
  'framedprotocol',
  'framedipaddress',
  'framedipv6address',
  'framedipv6prefix',
  'framedinterfaceid',
  'delegatedipv6prefix',
  'calledstationid',
  'callingstationid',
] as const;

/** Columns that keep the newest value. */
export const describedColumns = [...attributeColumns, 'nasipaddress', 'attributes'] as const;

/** Described columns that belong to an index. */
export const indexedColumns = ['username', 'callingstationid', 'nasipaddress'] as const;

/**
 * An Accounting-Request as a row of `aaa_accounting`, keyed by its columns. Times are in milliseconds since 1970; an
 * attribute that the packet lacks is null.
 */
export type AccountingRecord = Readonly<
  Record<(typeof attributeColumns)[number], string | null> &
    Record<'acctterminatecause' | 'connectinfo_start' | 'connectinfo_stop', string | null> &
    Record<'acctsessionid' | 'acctuniqueid' | 'nasipaddress', string> &
    Record<'acctstarttime' | 'acctupdatetime' | 'heard_at', number> &
    Record<'acctstoptime' | 'counters_at' | 'acctsessiontime', number | null> &
    Record<'nas_event_time' | 'clock_offset', number | null> &
    Record<'acctinputoctets' | 'acctoutputoctets', number | bigint | null> & {
      /** The kind of packet; `on` and `off` are about the NAS itself. */
      kind: 'start' | 'interim' | 'stop' | 'on' | 'off';
      /** Id of the RADIUS client that sent the packet, and its organization. */
      client: number;
      client_organization: number;
      /** Ids of the other organizations that the client serves, each between commas: `,2,3,`; empty: no others. */
      client_serves: string;
      /** Calling-Station-Id as a canonical MAC address; null: not a MAC address. */
      mac: string | null;
      /** The digits of the MAC address that Calling-Station-Id begins with, as `macDigits` returns them. */
      station_digits: string | null;
      /** Part of the key of the session; see `session-station.ts`. */
      station: string;
      /** 1: `station` was found among the stored rows; 0: it is the one of most sessions. */
      is_settled: 0 | 1;
      /**
       * Of `on` and `off`: the 12 hexadecimal digits of the MAC address that Called-Station-Id begins with, in capitals;
       * null: none.
       */
      radio: string | null;
      /** User-Name; null if it is absent or the address of the device, as with MAC authentication. */
      guest_name: string | null;
      /** User-Name without its prefix and its local realm; null: it has neither. */
      local_name: string | null;
      /** The same in lower case; null: case counts. */
      folded_name: string | null;
      /** The 16 octets of a Class attribute of this gateway, which stay the same when the session roams. */
      session_class: Uint8Array | null;
      /** Request Authenticator of a Start, in hexadecimal; null: another packet, or a session of another server. */
      start_authenticator: string | null;
      /** All attributes as received. */
      attributes: Uint8Array;
      access_point: number | null;
      location: number | null;
      /** Source address of the packet, if the client is a network; else null. */
      source: string | null;
      /** Organization of the access point, if the client serves that; else the client's. */
      organization: number;
    }
>;

/** Columns that a packet inserts. */
export const recordColumns = [
  'organization',
  'client',
  'acctsessionid',
  'acctuniqueid',
  'station',
  'acctstarttime',
  'acctupdatetime',
  'acctstoptime',
  'acctsessiontime',
  'acctinputoctets',
  'acctoutputoctets',
  'counters_at',
  'acctterminatecause',
  'connectinfo_start',
  'connectinfo_stop',
  'heard_at',
  'nas_event_time',
  'clock_offset',
  'start_authenticator',
  'source',
  'access_point',
  'location',
  ...describedColumns,
] as const satisfies readonly (keyof AccountingRecord)[];
