import { createSocket } from 'node:dgram';
import { connect, isIPv6 } from 'node:net';
import { hostname } from 'node:os';
import { Fault } from '../errors.ts';
import type { Gateway } from '../gateway.ts';
import { resolveHost } from '../protocol/resolve-host.ts';
import type { AlertNotice } from './delivery-task.ts';

const timeoutMs = 10_000;
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
  // 32473 is the number for documents (RFC 5612): the gateway has none of its own.
  const elements = Object.entries(parameters).flatMap(([name, value]) =>
    value === null ? [] : [`${name}="${value.replaceAll(/["\\\]]/g, '\\$&')}"`],
  );
  const header = `<${priority}>1 ${datetime} ${hostname()} gatehouse ${process.pid} ${type}`;
  return `${header} [gatehouse@32473 ${elements.join(' ')}] ${message.replaceAll(/\s+/g, ' ')}`;
}

/** Sends the change of an alert to the site's syslog server. @throws Fault `unreachable` */
export async function sendSyslog(
  { syslog }: Pick<Gateway['config'], 'syslog'>,
  notice: AlertNotice,
  signal: AbortSignal,
): Promise<void> {
  const { host, port, protocol, facility } = syslog;
  const { address } = await resolveHost(host, { signal, timeoutMs });
  const octets = Buffer.from(syslogMessage(notice, facility));
  const send = protocol === 'udp' ? sendDatagram : sendStream;
  await send({ address, port, signal }, octets).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Fault('unreachable', `syslog server ${host}: ${reason}`, { cause: error });
  });
}

interface Receiver {
  readonly address: string;
  readonly port: number;
  readonly signal: AbortSignal;
}

function sendDatagram({ address, port }: Receiver, octets: Buffer): Promise<void> {
  const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4');
  return new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.send(octets, port, address, (error) => {
      if (error) reject(error);
      else resolve();
    });
  }).finally(() => {
    socket.close();
  });
}

/** Frames by octet counting (RFC 6587 section 3.4.1). Resolves when the receiver has acknowledged the octets. */
function sendStream({ address, port, signal }: Receiver, octets: Buffer): Promise<void> {
  const socket = connect({ port, host: address, signal });
  return new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.once('close', () => {
      reject(new Error('closed'));
    });
    socket.write(Buffer.concat([Buffer.from(`${octets.length} `), octets]));
    socket.end(() => {
      resolve();
    });
  }).finally(() => {
    socket.destroySoon();
  });
}
