import { Counter } from 'prom-client';
import type { Gateway } from '../../gateway/gateway.ts';
import { ConnectionLimiter } from '../../runtime/limit/connection-limiter.ts';
import { limitByOpenFiles } from '../../runtime/limit/open-files.ts';
import { RateLimitedLog } from '../../runtime/rate-limited-log.ts';
import { CertificateFiles } from '../../tls/certificate-files.ts';
import { openServedCertificate } from '../../tls/server-certificate.ts';
import { StreamListener, type ConnectionOutcome, type StreamOptions } from './stream-listener.ts';

const logIntervalMs = 60_000;
const checkIntervalMs = 10_000;

/**
 * Listens for syslog messages over TCP and TLS, if the configuration says so.
 *
 * @throws Error for the operator: an address that is not one of the machine, a port that is taken or not allowed, or a
 *   certificate that cannot be used
 */
export async function startSyslogStreams(
  gateway: Gateway,
  intake: Pick<StreamOptions, 'isKnown' | 'receive'>,
): Promise<readonly StreamListener[]> {
  const { host: hosts, tcp, tls, max_connections, idle_seconds } = gateway.config.syslog_listener;
  const common = {
    ...intake,
    hosts,
    limiter: new ConnectionLimiter(limitByOpenFiles(max_connections, 1 / 8)),
    idleMs: idle_seconds * 1000,
    count: connectionCounter(gateway),
  };
  const streams: StreamListener[] = [];
  const start = async (options: Pick<StreamOptions, 'port' | 'key' | 'certificate'>) => {
    const listener = new StreamListener(gateway, { ...common, ...options });
    await listener.open();
    streams.push(listener);
  };
  if (tcp.enabled) await start({ port: tcp.port, key: 'syslog_listener.tcp', certificate: null });
  if (tls.enabled) {
    const certificate = certificateOf(gateway);
    await start({ port: tls.port, key: 'syslog_listener.tls', certificate });
  }
  return streams;
}

function certificateOf(gateway: Gateway): NonNullable<StreamOptions['certificate']> {
  const { tls } = gateway.config.syslog_listener;
  if (tls.certificate !== '') {
    const files = new CertificateFiles({ ...tls, crl: '' });
    return () => files.readIfChanged();
  }
  const served = openServedCertificate(gateway);
  let checkedAt = -Infinity;
  // To look at it costs more than to accept a connection: it is parsed, and the addresses of the machine are read.
  return () => {
    if (performance.now() - checkedAt < checkIntervalMs) return Promise.resolve(null);
    checkedAt = performance.now();
    return served.readIfChanged();
  };
}

function connectionCounter({ log, metrics }: Pick<Gateway, 'log' | 'metrics'>) {
  const limited = new RateLimitedLog(logIntervalMs);
  const counter = new Counter({
    name: 'gatehouse_syslog_connections_total',
    help: 'Connections for syslog messages over TCP and TLS, by outcome',
    labelNames: ['outcome'],
    registers: [metrics],
  });
  return (outcome: ConnectionOutcome, address: string) => {
    counter.inc({ outcome });
    if (outcome === 'accepted') return;
    // An unknown sender chooses its address, so that its addresses share a line.
    const key = outcome === 'unknown_source' ? outcome : `${outcome} ${address}`;
    limited.write(key, (suppressed) => {
      log.warn({ address, outcome, suppressed }, 'syslog connection refused');
    });
  };
}
