import { parseJsonColumn, type Store } from '../../store/store.ts';
import type { ProfiledNetwork } from './make-profile.ts';
import { securities } from './wifi-network.ts';

/** A place of a portal. */
interface PortalPlace {
  readonly organization: number;
  readonly location: number | null;
}

const maxNetworks = 16;

/** Finds the networks that the portal of a place offers to its guests. @throws Fault if the store cannot be read */
export async function findPortalNetworks(
  { db }: Store,
  { organization, location }: PortalPlace,
): Promise<readonly ProfiledNetwork[]> {
  const rows = await db
    .selectFrom('wifi_network')
    .selectAll()
    .where('organization', '=', organization)
    .where('is_on_portal', '=', 1)
    .where('security', 'not in', ['open', 'owe'])
    .where((build) =>
      build.or([
        build('location', 'is', null),
        ...(location === null ? [] : [build('location', '=', location)]),
      ]),
    )
    .orderBy('id')
    .limit(maxNetworks)
    .execute();
  return rows.flatMap((row) => {
    const security = securities.find((one) => one === row.security);
    if (security === undefined) return [];
    return [
      {
        ...row,
        security,
        is_hidden: row.is_hidden === 1,
        methods: parseJsonColumn<ProfiledNetwork['methods']>(row.methods),
        roaming_consortiums: parseJsonColumn<string[]>(row.roaming_consortiums),
      },
    ];
  });
}
