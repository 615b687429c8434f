import { readFile } from 'node:fs/promises';

/** Returns the IPv4 address of the default router of this machine (proc(5), /proc/net/route); null: it has none. */
export async function findRouter(): Promise<string | null> {
  return routerIn(await readFile('/proc/net/route', 'utf8').catch(() => ''));
}

/** Finds the default route with the lowest metric. Addresses are hexadecimal, as this machine holds them in memory. */
export function routerIn(table: string): string | null {
  const routes = table
    .split('\n')
    .slice(1)
    .map((line) => line.split(/\s+/))
    .filter(
      ([, destination, gateway = '']) => destination === '00000000' && /[1-9A-F]/.test(gateway),
    )
    .sort((one, other) => Number(one[6]) - Number(other[6]));
  const octets = routes[0]?.[2]?.match(/../g);
  return octets
    ? octets
        .reverse()
        .map((octet) => Number.parseInt(octet, 16))
        .join('.')
    : null;
}
