import { networkInterfaces } from 'node:os';
import type { Config } from './load-config.ts';

/** True if this machine has an IPv6 address, including loopback. */
export const hasIpv6 = (interfaces = networkInterfaces()): boolean =>
  Object.values(interfaces).some((addresses) => addresses?.some(({ family }) => family === 'IPv6'));

/** Returns a configuration that listens on `0.0.0.0` in place of `::` where the machine has no IPv6, which refuses `::`. */
export function withPresentHosts(
  config: Config,
  interfaces?: ReturnType<typeof networkInterfaces>,
) {
  const { http, radius, portal } = config;
  const all = [http.host, portal.listener.host, ...radius.host];
  if (!all.includes('::') || hasIpv6(interfaces)) return config;
  const present = (host: string) => (host === '::' ? '0.0.0.0' : host);
  const [first, ...others] = radius.host;
  return {
    ...config,
    http: { ...http, host: present(http.host) },
    radius: { ...radius, host: [present(first), ...others.map(present)] as const },
    portal: {
      ...portal,
      listener: { ...portal.listener, host: present(portal.listener.host) },
    },
  };
}
