import { Type, type Static } from 'typebox';
import {
  defaultRetention,
  maxRetention,
  minRetentionDays,
  type RetentionName,
} from './retention-limits.ts';
import { backupSchema } from './backup-schema.ts';
import { consoleSchema } from './console-schema.ts';
import { eapSchema } from './eap-schema.ts';
import { smtpSchema, syslogListenerSchema, syslogSchema } from './delivery-schema.ts';
import { httpSchema } from './http-schema.ts';
import { closed, host, hosts, path, pem, port, ports, publicUrl, seconds } from './key-schemas.ts';

/* Schema of the configuration: keys, limits and defaults. config/gatehouse.yaml lists the same keys with comments. */

/** Limits of a table that grows. */
const retained = (name: RetentionName) => {
  const limits = defaultRetention[name];
  const days = { minimum: minRetentionDays(name), maximum: maxRetention.days };
  return Type.Object(
    {
      days: Type.Integer({
        ...days,
        default: limits.days,
        description: `days, ${days.minimum} to ${days.maximum}`,
      }),
      rows: Type.Integer({
        minimum: 1,
        maximum: maxRetention.rows,
        default: limits.rows,
        description: `rows of one organization, 1 to ${maxRetention.rows}`,
      }),
    },
    { ...closed, default: {} },
  );
};

export const configSchema = Type.Object(
  {
    data_dir: path('a folder that the gateway can write to', { minLength: 1, default: 'data' }),
    secret_key_file: path(
      'a file of keys, one per line, each 32 octets in base64; empty: secret.key in data_dir',
    ),
    device_types_dir: path("a folder with a site's own device types; empty: not used"),
    database: Type.Object(
      {
        url: Type.String({
          pattern: '^(sqlite(:.+)?|postgres(ql)?://.+)$',
          default: 'sqlite',
          description: 'sqlite, sqlite:FILE or postgres://USER:PASSWORD@HOST/DATABASE',
        }),
      },
      { ...closed, default: {} },
    ),
    http: httpSchema,
    console: consoleSchema,
    radius: Type.Object(
      {
        host: hosts('::'),
        auth_port: ports(1812),
        acct_port: ports(1813),
        duplicate_seconds: Type.Integer({
          minimum: 5,
          maximum: 30,
          default: 10,
          description: 'seconds, 5 to 30 (RFC 5080)',
        }),
        reject_delay_seconds: Type.Integer({
          minimum: 1,
          maximum: 10,
          default: 1,
          description: 'seconds, 1 to 10',
        }),
        reservation_seconds: Type.Integer({
          minimum: 0,
          maximum: 300,
          default: 30,
          description:
            'seconds for which an Access-Accept keeps a place of Simultaneous-Use until the Start, 0 to 300; 0: no place is kept',
        }),
        dictionary_dir: path("a folder with a site's own dictionaries; empty: not used"),
        forward_rows: Type.Integer({
          minimum: 1_000,
          maximum: 100_000_000,
          default: 1_000_000,
          description:
            'limit of the accounting packets queued for one organization and realm, 1000 to 100000000',
        }),
        spool: Type.Object(
          {
            megabytes: Type.Integer({
              minimum: 0,
              maximum: 1_000_000,
              default: 256,
              description:
                'megabytes of accounting that wait while a database server is away, 0 to 1000000; 0: none',
            }),
            hours: Type.Integer({
              minimum: 1,
              maximum: 8_760,
              default: 72,
              description:
                'hours after which waiting accounting ends the receipt of more, 1 to 8760',
            }),
          },
          { ...closed, default: {} },
        ),
        portal_interim_seconds: Type.Integer({
          minimum: 10,
          maximum: 86_400,
          default: 300,
          description: 'seconds between two Interim-Updates of a portal session, 10 to 86400',
        }),
        tls: Type.Object(
          {
            port: port(2083),
            certificate: pem('certificate of the gateway and its chain; empty: no RADIUS over TLS'),
            key: pem('private key of the certificate, without a passphrase'),
            ca: pem('CAs that sign the certificates of clients'),
            crl: pem(
              'revocation lists of these CAs, one of each; an expired list refuses all certificates of its CA; empty: revocation is not checked',
            ),
            idle_seconds: seconds(600, 86_400),
            max_connections: Type.Integer({
              minimum: 1,
              maximum: 4096,
              default: 256,
              description: 'connections, 1 to 4096',
            }),
          },
          { ...closed, default: {} },
        ),
        eap: eapSchema,
      },
      { ...closed, default: {} },
    ),
    jobs: Type.Object(
      {
        concurrency: Type.Integer({
          minimum: 1,
          maximum: 1000,
          default: 32,
          description: 'devices with a running transaction, 1 to 1000',
        }),
        lease_seconds: seconds(30, 3600),
      },
      { ...closed, default: {} },
    ),
    polling: Type.Object(
      {
        enabled: Type.Boolean({ default: true, description: 'true or false' }),
        concurrency: Type.Integer({
          minimum: 1,
          maximum: 1000,
          default: 64,
          description: 'devices polled concurrently, 1 to 1000',
        }),
        timeout_seconds: seconds(15, 300),
        interfaces: Type.Integer({
          minimum: 0,
          // With the eight metrics of `snmp`, 4,000 of the 4,096 entries that one millisecond has room for.
          maximum: 500,
          default: 64,
          description: 'interfaces of a device that have metrics, 0 to 500',
        }),
        neighbors_seconds: Type.Integer({
          minimum: 0,
          maximum: 604_800,
          default: 3600,
          description: 'seconds between two readings of the neighbors of a device, 0 to 604800',
        }),
      },
      { ...closed, default: {} },
    ),
    snmp: Type.Object(
      {
        traps: Type.Object(
          {
            enabled: Type.Boolean({ default: false, description: 'true or false' }),
            host: hosts('0.0.0.0'),
            port: port(162),
            device_rate: Type.Integer({
              minimum: 1,
              maximum: 60_000,
              default: 120,
              description: 'notifications of one address in a minute, 1 to 60000',
            }),
            total_rate: Type.Integer({
              minimum: 1,
              maximum: 10_000,
              default: 200,
              description: 'notifications in a second, 1 to 10000',
            }),
          },
          { ...closed, default: {} },
        ),
      },
      { ...closed, default: {} },
    ),
    backup: backupSchema,
    syslog_listener: syslogListenerSchema,
    alerts: Type.Object(
      {
        group_seconds: Type.Integer({
          minimum: 0,
          maximum: 3600,
          default: 60,
          description: 'seconds that a mail or call waits for other alerts; 0: each alert alone',
        }),
      },
      { ...closed, default: {} },
    ),
    smtp: smtpSchema,
    syslog: syslogSchema,
    retention: Type.Object(
      {
        disk_limit: Type.Integer({
          minimum: 0,
          maximum: Number.MAX_SAFE_INTEGER,
          default: 0,
          description: 'octets that the store may take; 0: all but a twentieth of its disk',
        }),
        accounting: retained('accounting'),
        accounting_sums: retained('accounting_sums'),
        session_traffic: retained('session_traffic'),
        decisions: retained('decisions'),
        packets: retained('packets'),
        changes: retained('changes'),
        metric_log: retained('metric_log'),
        metric_5min: retained('metric_5min'),
        metric_hour: retained('metric_hour'),
        metric_day: retained('metric_day'),
        device_log: retained('device_log'),
        transactions: retained('transactions'),
        configurations: retained('configurations'),
        alerts: retained('alerts'),
        audit: retained('audit'),
        txlog: retained('txlog'),
        page_views: retained('page_views'),
        dnsfilter_check: retained('dnsfilter_check'),
        app_logs: retained('app_logs'),
      },
      { ...closed, default: {} },
    ),
    portal: Type.Object(
      {
        texts_dir: path("a folder with a site's own texts of the portal page; empty: not used"),
        recall_days: Type.Integer({
          minimum: 0,
          maximum: 365,
          default: 30,
          description: 'days that the portal page remembers a guest by a cookie, 0 to 365',
        }),
        public_url: publicUrl('http.public_url'),
        listener: Type.Object(
          {
            enabled: Type.Boolean({ default: false, description: 'true or false' }),
            host: host('::'),
            port: port(8081),
            tls: Type.Object(
              {
                certificate: pem('certificate of the portal and its chain; empty: plain HTTP'),
                key: pem('private key of the certificate, without a passphrase'),
              },
              { ...closed, default: {} },
            ),
          },
          { ...closed, default: {} },
        ),
      },
      { ...closed, default: {} },
    ),
    log: Type.Object(
      {
        level: Type.Enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], {
          default: 'info',
          description: 'trace, debug, info, warn, error or silent',
        }),
        format: Type.Enum(['json', 'pretty'], {
          default: 'json',
          description: 'json or pretty',
        }),
      },
      { ...closed, default: {} },
    ),
  },
  closed,
);

export type Config = Static<typeof configSchema>;
