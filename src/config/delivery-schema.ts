import { Type } from 'typebox';
import { hosts, path, pem, seconds } from './key-schemas.ts';

/* Destinations of alerts other than webhooks, and listeners for messages of devices. */

const closed = { additionalProperties: false };
const port = (fallback: number) =>
  Type.Integer({ minimum: 1, maximum: 65_535, default: fallback, description: 'a port' });
const severity = (fallback: string) =>
  Type.Enum(['info', 'warning', 'critical'], {
    default: fallback,
    description: 'info, warning or critical',
  });

export const smtpSchema = Type.Object(
  {
    host: Type.String({
      pattern: '^[A-Za-z0-9_.:-]*$',
      maxLength: 253,
      default: '',
      description: 'a host name or IP address; empty: no mail is sent',
    }),
    port: port(587),
    tls: Type.Enum(['starttls', 'tls', 'off'], {
      default: 'starttls',
      description: 'starttls, tls or off',
    }),
    ca: pem('CAs of the certificate of the server; empty: the CAs of Node.js'),
    username: Type.String({ default: '', description: 'a user name; empty: no login' }),
    password_file: path('a file that contains the password'),
    from: Type.String({ default: '', description: 'the address that mails come from' }),
    to: Type.String({
      default: '',
      description: 'addresses of the recipients, separated by commas',
    }),
    min_severity: severity('warning'),
  },
  { ...closed, default: {} },
);

export const syslogSchema = Type.Object(
  {
    host: Type.String({
      pattern: '^[A-Za-z0-9_.:-]*$',
      maxLength: 253,
      default: '',
      description: 'a host name or IP address; empty: off',
    }),
    port: port(514),
    protocol: Type.Enum(['udp', 'tcp', 'tls'], {
      default: 'udp',
      description: 'udp, tcp or tls',
    }),
    tls: Type.Object(
      {
        ca: pem('CAs of the certificate of the server; empty: the CAs of Node.js'),
        certificate: pem('client certificate for the server; empty: no client certificate'),
        key: pem('private key of the certificate, without a passphrase'),
      },
      { ...closed, default: {} },
    ),
    facility: Type.Integer({
      minimum: 0,
      maximum: 23,
      default: 16,
      description: 'a facility, 0 to 23; 16 is local0',
    }),
    min_severity: severity('info'),
  },
  { ...closed, default: {} },
);

export const syslogListenerSchema = Type.Object(
  {
    enabled: Type.Boolean({ default: false, description: 'true or false' }),
    host: hosts('0.0.0.0'),
    port: port(514),
    device_rate: Type.Integer({
      minimum: 1,
      maximum: 60_000,
      default: 300,
      description: 'messages of one address in a minute, 1 to 60000',
    }),
    total_rate: Type.Integer({
      minimum: 1,
      maximum: 10_000,
      default: 500,
      description: 'messages in a second, 1 to 10000',
    }),
    tcp: Type.Object(
      {
        enabled: Type.Boolean({ default: false, description: 'true or false' }),
        port: port(514),
      },
      { ...closed, default: {} },
    ),
    tls: Type.Object(
      {
        enabled: Type.Boolean({ default: false, description: 'true or false' }),
        port: port(6514),
        certificate: pem('certificate of the listener and its chain; empty: the one of http.tls'),
        key: pem('private key of the certificate, without a passphrase'),
        ca: pem('CAs that sign the certificates of devices; empty: devices need no certificate'),
      },
      { ...closed, default: {} },
    ),
    max_connections: Type.Integer({
      minimum: 1,
      maximum: 65_535,
      default: 1024,
      description: 'connections over TCP and TLS, 1 to 65535',
    }),
    idle_seconds: seconds(3600, 604_800),
  },
  { ...closed, default: {} },
);
