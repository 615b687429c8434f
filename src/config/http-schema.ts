import { Type } from 'typebox';
import { closed, host, path, pem, port, publicUrl, seconds, several } from './key-schemas.ts';

const hostName = '^[A-Za-z0-9:._-]{1,253}$';
const ipNetwork = '^[0-9A-Fa-f:.]{2,45}(/[0-9]{1,3})?$';

const acmeSchema = Type.Object(
  {
    directory: Type.String({
      pattern: '^(https://[^\\s]+)?$',
      default: '',
      description: 'an https URL: the directory of an ACME server; empty: no ACME',
    }),
    terms_agreed: Type.Boolean({ default: false, description: 'true or false' }),
    contact: Type.String({
      pattern: '^([^\\s@,?]+@[^\\s@,?]+)?$',
      default: '',
      description: 'a mail address; empty: no contact',
    }),
    challenge: Type.Enum(['http-01', 'dns-01'], {
      default: 'http-01',
      description: 'http-01 or dns-01',
    }),
    dns_hook: path('a program that writes TXT records, for dns-01'),
    ca: pem('CA of the ACME server; empty: the CAs of Node.js'),
    eab_key_id: Type.String({
      default: '',
      description: 'name of the key that the CA has issued; empty: no external account binding',
    }),
    eab_key_file: path('a file that contains that key in base64url'),
  },
  { ...closed, default: {} },
);

export const httpSchema = Type.Object(
  {
    host: host('::'),
    port: port(8080),
    public_url: publicUrl('the address that the client has used'),
    metrics_open: Type.Boolean({ default: false, description: 'true or false' }),
    max_connections: Type.Integer({
      minimum: 1,
      maximum: 65_535,
      default: 2048,
      description: 'connections, 1 to 65535',
    }),
    connections_per_address: Type.Integer({
      minimum: 1,
      maximum: 65_535,
      default: 512,
      description: 'connections, 1 to 65535; all addresses of an IPv6 /64 count as one',
    }),
    head_seconds: seconds(10, 600),
    body_seconds: seconds(60, 3600),
    reply_seconds: seconds(60, 3600),
    waiting_octets: Type.Integer({
      minimum: 1_048_576,
      maximum: 4_294_967_296,
      default: 134_217_728,
      description: 'octets, 1048576 to 4294967296',
    }),
    event_readers: Type.Integer({
      minimum: 0,
      maximum: 10_000,
      default: 500,
      description: 'streams of events, 0 to 10000',
    }),
    event_readers_per_organization: Type.Integer({
      minimum: 1,
      maximum: 10_000,
      default: 250,
      description: 'streams of events, 1 to 10000',
    }),
    event_readers_per_token: Type.Integer({
      minimum: 1,
      maximum: 10_000,
      default: 200,
      description: 'streams of events, 1 to 10000',
    }),
    body_limit: Type.Integer({
      minimum: 1024,
      maximum: 67_108_864,
      default: 1_048_576,
      description: 'octets, 1024 to 67108864',
    }),
    tls: Type.Object(
      {
        enabled: Type.Boolean({ default: false, description: 'true or false' }),
        port: port(8443),
        certificate: pem('certificate of the gateway and its chain; empty: one of its own CA'),
        key: pem('private key of the certificate, without a passphrase'),
        names: Type.Unsafe<readonly string[]>({
          ...several(Type.String({ pattern: hostName }), {
            default: [],
            description:
              'host names or IP addresses; empty: the names and addresses of this machine',
          }),
          minItems: 0,
        }),
        acme: acmeSchema,
      },
      { ...closed, default: {} },
    ),
    plain: Type.Enum(['redirect', 'refuse', 'serve'], {
      default: 'redirect',
      description: 'redirect, refuse or serve',
    }),
    trusted_proxies: Type.Unsafe<readonly string[]>({
      ...several(Type.String({ pattern: ipNetwork }), {
        default: [],
        description: 'IP addresses or networks such as 10.0.0.0/8; empty: no proxy is trusted',
      }),
      minItems: 0,
    }),
  },
  { ...closed, default: {} },
);
