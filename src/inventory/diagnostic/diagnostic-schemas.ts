import { Type, type TObject } from 'typebox';
import { address } from '../../fields.ts';

/* The published diagnostics and their keys: what TR-181 and TR-143 ask of a device, in our own words and units. */

type Bounds = readonly [least: number, most: number, usual: number];

const within = ([minimum, maximum, usual]: Bounds, description: string) =>
  Type.Integer({ minimum, maximum, default: usual, description });

const host = address({ description: 'an IPv4 or IPv6 address, or a host name' });
const url = Type.String({
  maxLength: 2048,
  pattern: '^(https?|ftp)://[^\\s]+$',
  description: 'an http, https or ftp URL',
});
const networkInterface = Type.String({
  maxLength: 255,
  default: '',
  description: 'to go out by; empty: as the routes say',
});
const timeout = within([100, 60_000, 5000], 'milliseconds to wait for each answer');
const dscp = within([0, 63, 0], 'differentiated services code point of what is sent');
const speed = {
  url,
  interface: networkInterface,
  connections: within([1, 16, 1], 'connections at a time'),
  duration: within([0, 999, 0], 'seconds to go on for; 0: once'),
  dscp,
};

/** Key: what `operation` of a diagnostic says. */
export const diagnosticSchemas = {
  ping: Type.Object({
    ...{
      host,
      interface: networkInterface,
      count: within([1, 100, 4], 'packets to send'),
      timeout,
    },
    ...{ packet_size: within([1, 65_535, 64], 'octets after the header'), dscp },
  }),
  traceroute: Type.Object({
    ...{
      host,
      interface: networkInterface,
      tries: within([1, 3, 3], 'packets for each hop'),
      timeout,
    },
    ...{
      packet_size: within([1, 65_535, 38], 'octets after the header'),
      dscp,
      max_hops: within([1, 64, 30], 'hops at most'),
    },
  }),
  download: Type.Object(speed),
  upload: Type.Object({
    ...speed,
    file_size: within([1, 10_737_418_240, 1_048_576], 'octets to send'),
  }),
  udp_echo: Type.Object({
    ...{ host, port: Type.Integer({ minimum: 1, maximum: 65_535 }), interface: networkInterface },
    ...{
      count: within([1, 100, 4], 'packets to send'),
      timeout,
      packet_size: within([1, 65_535, 64], 'octets after the header'),
    },
    ...{ interval: within([1, 60_000, 1000], 'milliseconds between two packets'), dscp },
  }),
  dns_lookup: Type.Object({
    host,
    dns_server: Type.String({
      maxLength: 255,
      default: '',
      description: 'address of the server to ask; empty: the usual one',
    }),
    ...{ interface: networkInterface, count: within([1, 100, 1], 'times to ask'), timeout },
  }),
  wifi_neighbor: Type.Object({}),
} as const satisfies Readonly<Record<string, TObject>>;

export type DiagnosticCode = keyof typeof diagnosticSchemas;

export const diagnosticCodes: readonly DiagnosticCode[] = [
  ...([
    'ping',
    'traceroute',
    'download',
    'upload',
    'udp_echo',
    'dns_lookup',
    'wifi_neighbor',
  ] as const),
];

/** Who runs it; left out: the device where its type can, else the gateway. */
export const diagnosticSource = Type.Enum(['device', 'gateway'], { description: 'who runs it' });
