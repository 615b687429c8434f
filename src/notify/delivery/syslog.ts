import { createSocket } from 'node:dgram';
import { readFile } from 'node:fs/promises';
import { connect, isIPv6, type Socket } from 'node:net';
import { hostname } from 'node:os';
import { addAbortSignal } from 'node:stream';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { Fault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { resolveHost } from '../../protocol/resolve-host.ts';
import { serverOfName } from '../../protocol/tls-server-name.ts';
import type { AlertNotice } from './alert-notice.ts';

const timeoutMs = 10_000;
/** A receiver that does not close its side has the message nevertheless. */
const endTimeoutMs = 3_000;
/** RFC 5424 section 6.2.1. */
const levels: Readonly<Record<string, number>> = { info: 6, warning: 4, critical: 2 };

/**
 * Formats the change of an alert as a message of RFC 5424.
 *
 * @param facility  0 to 23
 */
export function syslogMessage(
  { id, type, datetime, message, alert }: AlertNotice,
  facility: number,
): string {
  const priority = facility * 8 + (type === 'alert.resolved' ? 5 : (levels[alert.severity] ?? 4));
  const parameters: Readonly<Record<string, string | null>> = {
    event: id,
    alert: alert.id,
    severity: alert.severity,
    rule: alert.rule,
    device: alert.device_name,
  };
  // 32473 is the enterprise number for documentation (RFC 5612): the gateway has no number of its own.
  const elements = Object.entries(parameters).flatMap(([name, value]) =>
    value === null ? [] : [`${name}="${value.replaceAll(/["\\\]]/g, '\\$&')}"`],
  );
  const header = `<${priority}>1 ${datetime} ${hostname()} gatehouse ${process.pid} ${type}`;
  return `${header} [gatehouse@32473 ${elements.join(' ')}] ${message.replaceAll(/\s+/g, ' ')}`;
}

type Config = Pick<Gateway['config'], 'syslog'>;

/** Sends the change of an alert to the site's syslog server. @throws Fault `unreachable` */
export async function sendSyslog(
  config: Config,
  notice: AlertNotice,
  signal: AbortSignal,
): Promise<void> {
  const { host, facility } = config.syslog;
  const octets = Buffer.from(syslogMessage(notice, facility));
  await send(config, octets, signal).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Fault('unreachable', `syslog server ${host}: ${reason}`, { cause: error });
  });
}

async function send({ syslog }: Config, octets: Buffer, signal: AbortSignal): Promise<void> {
  const { host, port, protocol } = syslog;
  const { address } = await resolveHost(host, { signal, timeoutMs });
  const receiver = { host: address, port };
  if (protocol === 'udp') return sendDatagram(receiver, octets);
  const socket = protocol === 'tcp' ? connect(receiver) : await connectSecurely(syslog, receiver);
  return sendStream(addAbortSignal(signal, socket), octets);
}

interface Receiver {
  /** IP address. */
  readonly host: string;
  readonly port: number;
}

function sendDatagram({ host, port }: Receiver, octets: Buffer): Promise<void> {
  const socket = createSocket(isIPv6(host) ? 'udp6' : 'udp4');
  return new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.send(octets, port, host, (error) => {
      if (error) reject(error);
      else resolve();
    });
  }).finally(() => {
    socket.close();
  });
}

/** Connects over TLS (RFC 5425); the certificate must name the configured host. Files are read each time. */
async function connectSecurely(
  { host, tls }: Config['syslog'],
  receiver: Receiver,
): Promise<TLSSocket> {
  const read = async (file: string) => (file === '' ? undefined : readFile(file));
  const [ca, cert, key] = await Promise.all([tls.ca, tls.certificate, tls.key].map(read));
  return connectTls({ ...receiver, ...serverOfName(host), minVersion: 'TLSv1.2', ca, cert, key });
}

/**
 * Frames by octet counting (RFC 6587 section 3.4.1). Resolves when the receiver has closed the connection after ours was
 * closed: a receiver that refuses our certificate reports it after the handshake.
 */
function sendStream(socket: Socket, octets: Buffer): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.once('close', () => {
      reject(new Error('closed'));
    });
    socket.resume().end(Buffer.concat([Buffer.from(`${octets.length} `), octets]), () => {
      socket.once('end', resolve).setTimeout(endTimeoutMs, resolve);
    });
  }).finally(() => {
    socket.destroy();
  });
}
