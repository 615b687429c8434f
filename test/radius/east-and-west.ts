import type { Store } from '../../src/store/store.ts';

/* Two locations with clocks 26 hours apart, so that at any time it is another day there. */

export const east = 'Etc/GMT-14';
export const west = 'Etc/GMT+12';

/** Adds access points with the identifiers `east`, in a location within another one, `west`, and `nowhere`. */
export async function addEastAndWest(store: Store): Promise<void> {
  const { db } = store;
  const row = { organization: 1, created: 0, last_change: 0 };
  const locationIn = async (name: string, more: object) => {
    const query = db.insertInto('location').values({ ...row, name, ...more });
    const [written] = await store.write([query.returning('id')]);
    return Number(written?.rows[0]?.['id']);
  };
  const harbour = await locationIn('harbour', { time_zone: east });
  const places = {
    east: await locationIn('pier', { parent: harbour }),
    west: await locationIn('beach', { time_zone: west }),
    nowhere: null,
  };
  await store.write(
    Object.entries(places).map(([identifier, location]) =>
      db.insertInto('access_point').values({ ...row, name: identifier, identifier, location }),
    ),
  );
}

/** Returns a Login-Time that holds in the east until tomorrow ends there, and not in the west. */
export function daysOfEast(now = Date.now()): string {
  const names = ['Su', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'];
  const day = new Date(now + 14 * 3_600_000).getUTCDay();
  return names.slice(day, day + 2).join('');
}
