import type { Row } from '../api-client/output.ts';
import { UsageError } from '../api-client/usage-error.ts';
import { nearestTo } from '../runtime/command/nearest.ts';
import type { GatewayClient } from './gateway-client.ts';

/* Finds rows by the names that people know; an id is taken as well. */

/**
 * Finds a row by its name, or by its id.
 *
 * @param kind  noun for an error
 * @throws UsageError with the nearest name, or with the ids of several rows of the name
 */
export async function findNamed(
  client: GatewayClient,
  { resource, kind, query = {} }: Wanted,
  name: string,
): Promise<Row> {
  const byName = await client.list(resource, { ...query, name }, 20);
  const [found, ...others] = byName;
  if (found && others.length === 0) return found;
  if (found) {
    const ids = byName.map((row) => String(row['id'])).join(', ');
    throw new UsageError(`several ${kind}s have the name "${name}": give an id, ${ids}`);
  }
  if (/^\d{1,15}$/.test(name)) {
    const [byId] = await client.list(resource, { ...query, id: name }, 1);
    if (byId) return byId;
  }
  throw new UsageError(`no ${kind} "${name}"`, nearestName(name, await namesOf(client, resource)));
}

/** Returns the name that a person may have meant: one with few other letters, or one that contains the text. */
export function nearestName(text: string, names: readonly string[]): string | undefined {
  const lower = text.toLowerCase();
  return nearestTo(text, names) ?? names.find((name) => name.toLowerCase().includes(lower));
}

interface Wanted {
  readonly resource: 'inventory_device' | 'location' | 'aaa_profile';
  readonly kind: string;
  readonly query?: Readonly<Record<string, string | number>>;
}

/** Returns the names of a list, the first thousand. */
export async function namesOf(client: GatewayClient, resource: string): Promise<readonly string[]> {
  const field = resource === 'user' ? 'username' : 'name';
  const rows = await client.list(resource);
  return rows.map((row) => row[field]).filter((name) => typeof name === 'string');
}

/** Returns the id of the location that an option names; undefined without it. */
export async function locationOf(
  client: GatewayClient,
  name: string | undefined,
): Promise<Row | undefined> {
  return name === undefined
    ? undefined
    : findNamed(client, { resource: 'location', kind: 'location' }, name);
}

/** Returns the time zone of a location, else of the organization; null: none is set. */
export async function timeZoneOf(
  client: GatewayClient,
  location: Row | undefined,
): Promise<string | null> {
  const zone = location?.['time_zone'];
  if (typeof zone === 'string' && zone !== '') return zone;
  const own = (await client.find('me/organization/'))?.['time_zone'];
  return typeof own === 'string' && own !== '' ? own : null;
}
