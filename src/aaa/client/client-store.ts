import { sql } from 'kysely';
import { overlaps, parseIpNetwork } from '../../runtime/ip-address.ts';
import { parseJsonColumn, type Store } from '../../store/store.ts';
import { readTableVersion } from '../../store/table-version.ts';
import { exactNames, readNameRules } from '../../organization/name-rules.ts';
import { selectInactiveOrganizations } from '../../organization/tree-query.ts';

/** The stored columns of a client that RADIUS needs. */
export type ClientRow = Awaited<ReturnType<typeof readActiveClients>>[number];

/**
 * Reads the clients that are switched on, and whose organization is, with all above it. @throws Fault if the store cannot be
 * read
 */
export async function readActiveClients(store: Store) {
  const { db } = store;
  const inactive = await db
    .selectFrom('organization')
    .select('id')
    .where(sql<boolean>`id in ${selectInactiveOrganizations()}`)
    .execute();
  const off = new Set(inactive.map(({ id }) => id));
  const rows = await db
    .selectFrom('aaa_client')
    .select([
      'id',
      'organization',
      'serves',
      'name',
      'nas_group',
      'wifi_keys',
      'wifi_key_ssids',
      'eap_methods',
      'address',
      'transport',
      'tls_name',
      'secret',
      'require_message_authenticator',
      'limit_proxy_state',
      'signs',
    ])
    .where('is_active', '=', 1)
    .execute();
  const rules = await readNameRules(store);
  return rows
    .filter(({ organization }) => !off.has(organization))
    .map(({ serves, ...row }) => ({
      ...row,
      names: rules.get(row.organization) ?? exactNames,
      serves: servedOrganizations({ serves }).filter((id) => !off.has(id)),
    }));
}

/** Returns the id of the organization of a client; null: there is no such client. */
export async function findClientOrganization({ db }: Store, id: number): Promise<number | null> {
  const found = db.selectFrom('aaa_client').select('organization').where('id', '=', id);
  return (await found.executeTakeFirst())?.organization ?? null;
}

/** Returns the name and the group of a client; undefined: there is no such client. */
export function findClientNames({ db }: Store, id: number) {
  const found = db.selectFrom('aaa_client').select(['name', 'nas_group']).where('id', '=', id);
  return found.executeTakeFirst();
}

/**
 * True if a client shares addresses with a network, does not serve the organization, and belongs to an organization that the
 * caller may not change.
 *
 * @param by  the organization of the network, and the organizations that the caller has rights over
 */
export async function overlapsForeignClient(
  { db }: Store,
  address: string,
  by: { readonly organization: number; readonly organizations: readonly number[] },
): Promise<boolean> {
  const network = parseIpNetwork(address);
  if (!network) return false;
  const foreign = await db
    .selectFrom('aaa_client')
    .select(['address', 'serves'])
    .where('organization', 'not in', by.organizations)
    .execute();
  return foreign.some((row) => {
    const other = parseIpNetwork(row.address);
    return (
      other !== null &&
      overlaps(network, other) &&
      !servedOrganizations(row).includes(by.organization)
    );
  });
}

/** Returns the ids of the organizations that a client serves in addition to its own. */
export function servedOrganizations({ serves }: { readonly serves: string }): readonly number[] {
  return parseJsonColumn<readonly number[]>(serves);
}

/** Reads a value that every change of a client or an organization changes. */
export function readClientsVersion(store: Store): Promise<string> {
  return readTableVersion(store, 'aaa_client', 'organization');
}

/** Writes when the last packet of a client was received. */
export async function writeLastSeen(store: Store, client: number, lastSeen: number): Promise<void> {
  const update = store.db
    .updateTable('aaa_client')
    .set({ last_seen: lastSeen })
    .where('id', '=', client);
  await store.write([update]);
}
