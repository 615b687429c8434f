import { isIPv4 } from 'node:net';

export interface BoundAddress {
  readonly address: string;
  readonly port: number;
}

/** Addresses to listen on, at least one. */
export type ListenHosts = readonly [string, ...string[]];

/** Leaves out the hosts that another one includes: `::` includes all of IPv4. */
export function withoutCoveredHosts(hosts: ListenHosts): readonly string[] {
  const covers = (all: string, host: string) =>
    all !== host && (all === '::' || (all === '0.0.0.0' && isIPv4(host)));
  return hosts.filter((host) => !hosts.some((all) => covers(all, host)));
}
