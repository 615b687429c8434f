import type { CallerScope } from '../../../contract/caller.ts';
import { readTimeZone } from '../../../organization/time-zone.ts';
import { readInherited } from '../../../organization/tree-query.ts';
import type { Store } from '../../../store/store.ts';

/** What a page shows a user in its own words: name of the organization, time zone and language. */
export async function describeUserOfSession(
  store: Store,
  { user, organization }: CallerScope & { readonly user: number },
) {
  const [named, zone, inherited] = await Promise.all([
    store.db
      .selectFrom('user as u')
      .innerJoin('organization as o', 'o.id', 'u.organization')
      .select(['o.name', 'u.language'])
      .where('u.id', '=', user)
      .executeTakeFirst(),
    readTimeZone(store, { location: null, organization }),
    readInherited<string>(store, organization, 'language'),
  ]);
  return {
    organization_name: named?.name ?? '',
    time_zone: zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    language: named?.language ?? inherited ?? 'en',
  };
}
