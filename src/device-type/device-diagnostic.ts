import { Type, type Static } from 'typebox';

/* Schema of `diagnostics` of a device type: how a device itself runs a diagnostic, and how its output is read. */

const closed = { additionalProperties: false };
const pattern = (description: string) =>
  Type.String({
    minLength: 1,
    maxLength: 1000,
    description: `regular expression, multiline; ${description}`,
  });

/** A transfer: seconds from its begin to each phase, and the octets of its content; `kib` in their place in KiB. */
const transferColumns = [
  'address',
  'status',
  'dns',
  'connect',
  'tls',
  'first',
  'total',
  'octets',
  'kib',
] as const;

/** Diagnostics that a device can run, with what its type may read from the output. */
export const deviceResults = {
  ping: {
    fields: [
      'ip_address_used',
      'packets_sent',
      'success_count',
      'min_response_time',
      'avg_response_time',
      'max_response_time',
    ],
    columns: [],
  },
  traceroute: {
    fields: ['ip_address_used'],
    columns: ['hop', 'host', 'address', 'error_code', 'rtt'],
  },
  dns_lookup: {
    fields: ['status', 'answer_type', 'host_returned', 'addresses', 'dns_server'],
    columns: [],
  },
  download: { fields: [], columns: transferColumns },
  upload: { fields: [], columns: transferColumns },
  /** A row for each packet: microseconds until it came back; empty: it did not. */
  udp_echo: { fields: [], columns: ['us'] },
  wifi_neighbor: {
    fields: [],
    columns: [
      'radio',
      'ssid',
      'bssid',
      'mode',
      'channel',
      'signal_strength',
      'security',
      'encryption',
      'frequency_band',
      'bandwidth',
      'standards',
      'noise',
    ],
  },
} as const satisfies Readonly<
  Record<string, { readonly fields: readonly string[]; readonly columns: readonly string[] }>
>;

export type DeviceDiagnosticCode = keyof typeof deviceResults;

const field = Type.Object(
  {
    match: pattern('its first group is the value; without a group, the whole match'),
    value: Type.Optional(
      Type.String({
        maxLength: 255,
        description: 'value if the pattern matches, in place of a group',
      }),
    ),
    otherwise: Type.Optional(
      Type.String({ maxLength: 255, description: 'value if the pattern does not match' }),
    ),
  },
  closed,
);

const deviceDiagnosticSchema = Type.Object(
  {
    command: Type.Record(Type.String(), Type.Unknown(), {
      description:
        "a command in the adapter's schema; {{ name }} is a key of the diagnostic, {{ timeout_seconds }}, {{ tos }}, {{ dns_host }} and {{ dns_port }} are derived from timeout, dscp and dns_server",
    }),
    optional: Type.Record(
      Type.String({ pattern: '^[a-z][a-z0-9_]{0,49}$' }),
      Type.String({ minLength: 1, maxLength: 255 }),
      {
        ...closed,
        default: {},
        description:
          'text in the place of {{ optional }} in `run`, by the key that has another value than its default',
      },
    ),
    bounds: Type.Record(
      Type.String(),
      Type.Object({ minimum: Type.Integer(), maximum: Type.Integer() }, closed),
      { default: {}, description: 'values of a key that the device takes, where not all' },
    ),
    protocol: Type.Optional(
      Type.String({
        description: 'protocol of the command: the protocol of `connection` or of `collection`',
      }),
    ),
    timeout: Type.Integer({
      minimum: 1,
      maximum: 1200,
      default: 120,
      description: 'time limit of the command in seconds',
    }),
    fields: Type.Record(Type.String(), Type.Array(field, { minItems: 1, maxItems: 20 }), {
      default: {},
      description: 'results by name; the first entry that matches has the value',
    }),
    rows: Type.Optional(
      pattern('each match is a row of the result, and its named groups are the columns'),
    ),
    experimental: Type.Boolean({
      default: false,
      description: 'true: proved by no recording, public transcript or device',
    }),
  },
  closed,
);

/** Schema of `diagnostics` of a device type, by the code of the diagnostic. */
export const deviceDiagnosticsSchema = Type.Optional(
  Type.Record(Type.String({ pattern: '^[a-z][a-z0-9_]{0,49}$' }), deviceDiagnosticSchema, {
    ...closed,
    description: `diagnostics that the device runs itself: ${Object.keys(deviceResults).join(', ')}`,
  }),
);

export type DeviceDiagnosticSpec = Static<typeof deviceDiagnosticSchema>;

/** Keys of a diagnostic by the names that stand for them in a command. */
const derivedNames: Readonly<Record<string, string>> = {
  timeout_seconds: 'timeout',
  tos: 'dscp',
  dns_host: 'dns_server',
};

/** Returns the keys of a diagnostic that a command and its optional parts honour. */
export function honouredKeys({ command, optional }: DeviceDiagnosticSpec): ReadonlySet<string> {
  const texts = JSON.stringify([command, Object.values(optional)]);
  const names = [...texts.matchAll(/\{\{ (\w+) \}\}/g)].map(([, name = '']) => name);
  return new Set(names.map((name) => derivedNames[name] ?? name));
}

/**
 * Returns the command with its optional parts.
 *
 * @param given  keys that have another value than their default
 */
export function withOptionalParts(
  { command, optional }: DeviceDiagnosticSpec,
  given: ReadonlySet<string>,
): Readonly<Record<string, unknown>> {
  const { run } = command;
  if (typeof run !== 'string') return command;
  const parts = Object.entries(optional).filter(([key]) => given.has(key));
  return {
    ...command,
    run: run.replaceAll('{{ optional }}', parts.map(([, text]) => text).join('')),
  };
}
