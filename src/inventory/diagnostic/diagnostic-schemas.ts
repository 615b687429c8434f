import { Type, type TObject } from 'typebox';
import { address, keysOf, requiredSecret, withoutLogin } from '../../contract/fields.ts';

/* Parameters of the published diagnostics: as in TR-181 and TR-143, with names and units of our own. */

type Range = readonly [minimum: number, maximum: number, usual: number];

const within = ([minimum, maximum, usual]: Range, description: string) =>
  Type.Integer({ minimum, maximum, default: usual, description });

const host = address({ description: 'an IPv4 or IPv6 address, or a host name' });
const url = Type.String({
  maxLength: 2048,
  pattern: `^(https?|ftp)://${withoutLogin}[^\\s]+$`,
  description: 'an http, https or ftp URL without username and password',
});
const port = Type.Integer({ minimum: 1, maximum: 65_535 });
const networkInterface = Type.String({
  maxLength: 255,
  default: '',
  description: 'outgoing interface; empty: chosen by the routing table',
});
const timeout = within([100, 60_000, 5000], 'milliseconds to wait for each answer');
const dscp = within([0, 63, 0], 'differentiated services code point of the packets');
const speed = {
  url,
  interface: networkInterface,
  connections: within([1, 16, 1], 'concurrent connections'),
  duration: within([0, 999, 0], 'duration in seconds; 0: one transfer'),
  dscp,
};

const extension = { 'x-extension': true };

/** sysDescr, sysObjectID, sysUpTime and sysName (RFC 3418). */
const systemGroup = ['1', '2', '3', '5'].map((at) => `1.3.6.1.2.1.1.${at}.0`);

const recordTypes = ['', 'A', 'AAAA', 'CNAME', 'MX', 'NS', 'PTR', 'SOA', 'SRV', 'TXT'] as const;

/** Schemas of the parameters of each diagnostic, by its code. */
export const diagnosticSchemas = {
  ping: Type.Object({
    host,
    interface: networkInterface,
    count: within([1, 100, 4], 'packets to send'),
    timeout,
    packet_size: within([1, 65_535, 64], 'octets after the header'),
    dscp,
  }),
  traceroute: Type.Object({
    host,
    interface: networkInterface,
    tries: within([1, 3, 3], 'packets for each hop'),
    timeout,
    packet_size: within([1, 65_535, 38], 'octets after the header'),
    dscp,
    max_hops: within([1, 64, 30], 'maximum number of hops'),
  }),
  download: Type.Object(speed),
  upload: Type.Object({
    ...speed,
    file_size: within([1, 10_737_418_240, 1_048_576], 'octets to send'),
  }),
  udp_echo: Type.Object({
    host,
    port,
    interface: networkInterface,
    count: within([1, 100, 4], 'packets to send'),
    timeout,
    packet_size: within([1, 65_535, 64], 'octets after the header'),
    interval: within([1, 60_000, 1000], 'milliseconds between two packets'),
    dscp,
  }),
  dns_lookup: Type.Object({
    host,
    record_type: Type.Enum([...recordTypes], {
      default: '',
      'x-extension': true,
      description: 'type of the records; empty: A and AAAA',
    }),
    dns_server: Type.String({
      maxLength: 255,
      default: '',
      description: 'address or name of the name server; empty: the resolver of the gateway',
    }),
    interface: networkInterface,
    count: within([1, 100, 1], 'number of queries'),
    timeout,
  }),
  wifi_neighbor: Type.Object({}),
  tcp_connect: Type.Object({ host, port, timeout }),
  http_get: Type.Object({ url, timeout }),
  tls_certificate: Type.Object({ host, port, timeout }),
  snmp_get: Type.Object({
    oids: Type.Array(Type.String({ maxLength: 255, pattern: '^[0-2](\\.[0-9]{1,10}){1,127}$' }), {
      minItems: 1,
      maxItems: 20,
      ...extension,
      default: systemGroup,
      description:
        "variables of the device's SNMP agent; default: its system variables (description, type, uptime, name)",
    }),
  }),
  radius_auth: Type.Object({
    host,
    port: Type.Integer({ minimum: 1, maximum: 65_535, default: 1812 }),
    secret: requiredSecret({
      ...extension,
      minLength: 1,
      maxLength: 255,
      description: 'shared secret',
    }),
    username: Type.String({ ...extension, minLength: 1, maxLength: 63 }),
    password: requiredSecret({
      ...extension,
      minLength: 1,
      maxLength: 32,
      description: 'sent by PAP',
    }),
    nas_identifier: Type.String({
      ...extension,
      minLength: 1,
      maxLength: 63,
      default: 'gatehouse',
    }),
    timeout,
  }),
} as const satisfies Readonly<Record<string, TObject>>;

export const diagnosticCodes = keysOf(diagnosticSchemas);
export type DiagnosticCode = (typeof diagnosticCodes)[number];

/** Where a diagnostic runs; by default on the device if its type can, else on the gateway. */
export const diagnosticSource = Type.Enum(['device', 'gateway', 'compare'], {
  'x-extension': true,
  description:
    'where the diagnostic runs; compare: on both, and the results say where the difference lies',
});
