import type { Gateway } from '../../gateway/gateway.ts';
import { reportKernelDrops } from '../../runtime/machine/kernel-drops.ts';
import type { UdpListener } from './udp-sockets.ts';

/** Listens for SNMP traps and syslog messages if the configuration enables it; otherwise the code is not loaded. */
export async function startNotifications(gateway: Gateway): Promise<Pick<UdpListener, 'stop'>> {
  const { snmp, syslog_listener } = gateway.config;
  const listeners: Pick<UdpListener, 'stop'>[] = [];
  if (snmp.traps.enabled) {
    const { startTrapListener } = await import('./trap-listener.ts');
    listeners.push(await startTrapListener(gateway));
  }
  if ([syslog_listener, syslog_listener.tcp, syslog_listener.tls].some(({ enabled }) => enabled)) {
    const { startSyslogListener } = await import('./syslog-service.ts');
    listeners.push(...(await startSyslogListener(gateway)));
  }
  const ports = {
    ...(snmp.traps.enabled && { traps: [snmp.traps.port] }),
    ...(syslog_listener.enabled && { syslog: [syslog_listener.port] }),
  };
  if (Object.keys(ports).length > 0)
    reportKernelDrops(gateway.metrics, 'gatehouse_notification_kernel_drops_total', ports);
  const stop = async () => {
    await Promise.all(listeners.map((listener) => listener.stop()));
  };
  return { stop };
}
