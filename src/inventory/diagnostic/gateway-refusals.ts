import { networkInterfaces } from 'node:os';
import { formats } from '../../contract/fields.ts';

/* What the gateway cannot honour of the keys of a diagnostic, found when it is asked for. */

/** The keys of a diagnostic, by name. */
export type Parameters = Readonly<Record<string, unknown>>;

/** Why a diagnostic cannot be run: the field, and the reason. */
export type Refusal = readonly [field: string, reason: string];

/** Time between the first and the last packet of an echo test. */
const maxEchoMs = 999_000;

/** Octets of a packet that the programs of this machine, or its sockets, can send. */
const packetSizes = {
  // Below 16 octets a packet of ping has no room for its time stamp.
  ping: [16, 65_507],
  traceroute: [1, 64_952],
  udp_echo: [1, 65_507],
} as const;

export function refuseInterface({ interface: name }: Parameters): Refusal | null {
  if (typeof name !== 'string' || name === '') return null;
  const known = Object.keys(networkInterfaces());
  if (known.includes(name)) return null;
  return ['interface', `the gateway has no interface "${name}". It has: ${known.join(', ')}`];
}

export function refuseSocketOptions(parameters: Parameters): Refusal | null {
  const { interface: name, dscp } = parameters;
  if (typeof name === 'string' && name !== '')
    return ['interface', `the gateway cannot choose the interface "${name}" for this diagnostic`];
  if (typeof dscp === 'number' && dscp !== 0)
    return ['dscp', `the gateway cannot set dscp ${dscp} for this diagnostic`];
  return null;
}

export function refuseSize(
  { packet_size: size }: Parameters,
  operation: keyof typeof packetSizes,
): Refusal | null {
  const [minimum, maximum] = packetSizes[operation];
  if (typeof size !== 'number' || (size >= minimum && size <= maximum)) return null;
  return [
    'packet_size',
    `the gateway can send packets of ${minimum} to ${maximum} octets, not ${size}`,
  ];
}

export function refuseDuration({ count, interval }: Parameters): Refusal | null {
  const ms = (Number(count) - 1) * Number(interval);
  if (ms <= maxEchoMs) return null;
  return [
    'interval',
    `${Number(count)} packets at an interval of ${Number(interval)} ms take ${ms / 1000} s, more than ${maxEchoMs / 1000} s`,
  ];
}

export function refuseUrl({ url }: Parameters): Refusal | null {
  const parsed = URL.parse(String(url));
  if (parsed === null) return ['url', `${JSON.stringify(url)} is not a URL`];
  if (['http:', 'https:'].includes(parsed.protocol)) return null;
  return ['url', `the gateway cannot use ${parsed.protocol}//, only http:// and https://`];
}

export function refuseServer({ dns_server: server }: Parameters): Refusal | null {
  if (typeof server !== 'string' || server === '') return null;
  const { host, port } = parseServer(server);
  if (formats['host']?.(host) === true && (port === null || Number(port) <= 65_535)) return null;
  return ['dns_server', `${JSON.stringify(server)} is not the address or name of a server`];
}

/** Parses a name server that may be written with a port: `192.0.2.1:53`, `[2001:db8::1]:53`, `ns.example`. */
export function parseServer(server: string): {
  readonly host: string;
  readonly port: string | null;
} {
  const found = /^\[([^\]]+)\](?::(\d+))?$/.exec(server) ?? /^([^:]+):(\d+)$/.exec(server) ?? null;
  return { host: found?.[1] ?? server, port: found?.[2] ?? null };
}
