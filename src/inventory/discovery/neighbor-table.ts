import { readFile } from 'node:fs/promises';

/**
 * Reads the MAC addresses that this machine knows of its own networks, from the ARP table of Linux.
 *
 * @returns MAC addresses by IPv4 address; empty where there is no such table
 */
export async function readNeighbors(): Promise<ReadonlyMap<string, string>> {
  const table = await readFile('/proc/net/arp', 'utf8').catch(() => '');
  const rows = table.split('\n').slice(1);
  return new Map(
    rows.flatMap((row) => {
      const [address = '', , , mac = ''] = row.split(/\s+/);
      const isComplete = /^([\da-f]{2}:){5}[\da-f]{2}$/i.test(mac) && !/^[0:]+$/.test(mac);
      return isComplete ? [[address, mac.toUpperCase()] as const] : [];
    }),
  );
}
