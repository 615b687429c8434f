import type { Gateway } from '../../gateway/gateway.ts';
import { TrapService } from './trap-service.ts';
import { startUdpListener, type UdpListener } from './udp-sockets.ts';

/**
 * Listens for traps and informs at the addresses of `snmp.traps`.
 *
 * @throws Error for the operator: an address that is not one of the machine, or a port that is taken or not allowed
 */
export function startTrapListener(gateway: Gateway): Promise<UdpListener> {
  const { host: hosts, port } = gateway.config.snmp.traps;
  const service = new TrapService(gateway);
  return startUdpListener({
    hosts,
    port,
    key: 'snmp.traps',
    receive: (octets, from) => void service.receive({ octets, ...from }),
  });
}
