import { canonicalMac } from '../../contract/fields.ts';
import type { Store } from '../../store/store.ts';

/** An open session of a device that uses a key. */
export interface KeySession {
  readonly organization: number;
  readonly client: number | null;
  /** The session's radacctid. */
  readonly session: number;
  readonly user: number | null;
  readonly username: string | null;
}

const maxSessions = 1_000;

/**
 * Finds the open sessions of the devices of a key. @param of.mac  canonical; null: of all its devices
 *
 * @throws Fault if the store cannot be read
 */
export async function findSessionsOfKeys(
  { db }: Store,
  of: { readonly key: number; readonly mac: string | null },
): Promise<readonly KeySession[]> {
  const devices = await db
    .selectFrom('user_key_device as d')
    .innerJoin('user_key as k', 'k.id', 'd.user_key')
    .select(['d.mac', 'k.user'])
    .where('d.user_key', '=', of.key)
    .execute();
  const macs = devices.map(({ mac }) => mac).filter((mac) => of.mac === null || mac === of.mac);
  const [device] = devices;
  if (!device || macs.length === 0) return [];
  const sessions = await db
    .selectFrom('aaa_accounting as a')
    .leftJoin('aaa_client as c', 'c.id', 'a.client')
    .select(['a.organization', 'c.organization as client_organization', 'a.client'])
    .select(['a.radacctid', 'a.user', 'a.username', 'a.callingstationid'])
    .where('a.user', '=', device.user)
    .where('a.acctstoptime', 'is', null)
    .limit(maxSessions)
    .execute();
  return sessions
    .filter(({ callingstationid: station }) =>
      macs.includes(station === null ? '' : (canonicalMac(station) ?? '')),
    )
    .map(({ organization, client_organization, client, radacctid, user, username }) => ({
      // A change is signed with the secret of the client, so it belongs to the client's organization.
      organization: client_organization ?? organization,
      client,
      session: radacctid,
      user,
      username,
    }));
}
