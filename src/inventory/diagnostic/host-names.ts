import { Resolver } from 'node:dns/promises';

const timeoutMs = 1000;

/** Finds the names of addresses by their PTR records. An address without an answer within a second is left out. */
export async function findHostNames(
  addresses: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 1 });
  const timer = setTimeout(() => {
    resolver.cancel();
  }, timeoutMs);
  const found = await Promise.all(
    [...new Set(addresses)].map(async (address): Promise<readonly [string, string | undefined]> => {
      const [name] = await resolver.reverse(address).catch(() => []);
      return [address, name];
    }),
  );
  clearTimeout(timer);
  return new Map(found.flatMap(([address, name]) => (name === undefined ? [] : [[address, name]])));
}
