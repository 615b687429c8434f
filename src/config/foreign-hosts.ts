import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIP, isIPv6 } from 'node:net';
import { errorCode } from '../contract/errors.ts';
import type { Config } from './load-config.ts';

/**
 * Finds the hosts of listeners that are no address of this machine. The system is asked, since it may be told to let programs
 * listen at addresses that the machine does not have yet.
 *
 * @returns a line for each key and address
 */
export async function findForeignHosts(config: Config): Promise<readonly string[]> {
  const faults = await Promise.all(
    listenersOf(config).map(async ([key, host]) =>
      isIP(host) === 0 || (await mayListenAt(host))
        ? []
        : [`${key}: ${JSON.stringify(host)}: expected an address of this machine`],
    ),
  );
  return faults.flat();
}

function listenersOf({ http, radius, portal, snmp, syslog_listener }: Config) {
  const { traps } = snmp;
  const { tcp, tls } = syslog_listener;
  const hearsSyslog = [syslog_listener, tcp, tls].some(({ enabled }) => enabled);
  const of = (key: string, hosts: readonly string[]) => hosts.map((host) => [key, host] as const);
  return [
    ...of('http.host', [http.host]),
    ...of('radius.host', radius.host),
    ...of('portal.listener.host', portal.listener.enabled ? [portal.listener.host] : []),
    ...of('snmp.traps.host', traps.enabled ? traps.host : []),
    ...of('syslog_listener.host', hearsSyslog ? syslog_listener.host : []),
  ];
}

async function mayListenAt(address: string): Promise<boolean> {
  const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4');
  try {
    socket.bind(0, address);
    await once(socket, 'listening');
    return true;
  } catch (error) {
    return errorCode(error) !== 'EADDRNOTAVAIL';
  } finally {
    socket.close();
  }
}
