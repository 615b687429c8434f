import type { Store } from '../../store/store.ts';

interface Report {
  readonly organizations: readonly number[];
  readonly bssid?: string | null | undefined;
}

/** Finds the access point with the BSSID of a report. @returns null: not found, or the report has no BSSID */
export async function findReportedAccessPoint(
  { db }: Store,
  { organizations, bssid }: Report,
): Promise<number | null> {
  if (bssid === null || bssid === undefined) return null;
  const found = await db
    .selectFrom('access_point')
    .select('id')
    .where('mac', '=', bssid)
    .where('organization', 'in', organizations)
    .orderBy('id')
    .executeTakeFirst();
  return found?.id ?? null;
}

/** Finds the access point of the last connection that a device has reported until a time, if the connection covers it. */
export async function findConnectedAccessPoint(
  { db }: Store,
  { device, at }: { readonly device: number; readonly at: number },
): Promise<number | null> {
  const last = await db
    .selectFrom('device_app_connection_log')
    .select(['access_point', 'end_datetime'])
    .where('device', '=', device)
    .where('start_datetime', '<=', at)
    .orderBy('start_datetime', 'desc')
    .executeTakeFirst();
  return last && last.end_datetime >= at ? last.access_point : null;
}
