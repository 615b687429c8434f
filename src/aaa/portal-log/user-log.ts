import type { StoreAndClock } from '../../gateway/gateway.ts';
import type { Statement } from '../../store/store.ts';
import { insertPortalLogEntry, type PortalEvent } from './portal-log.ts';

/** A user, or what a change of it sets, by column. */
type Columns = Readonly<Record<string, unknown>>;

/**
 * Returns the statements that log a change of a guest, for its batch: the change, a new password, and a block; empty if the
 * user is not a guest.
 */
export function logUserChange(
  { store, now }: StoreAndClock,
  user: Columns,
  change: Columns,
): readonly Statement[] {
  if (user.role !== 'subscriber') return [];
  const { organization, id, username } = user;
  const entry = {
    organization: Number(organization),
    user: Number(id),
    username: String(username),
  };
  const types: PortalEvent[] = [
    'uu',
    ...(change.password === undefined ? [] : (['uc'] as const)),
    ...(isBlocked(user, change) ? (['ub'] as const) : []),
  ];
  return types.map((type) =>
    insertPortalLogEntry(store, { ...entry, type, status: 200, at: now() }),
  );
}

function isBlocked(user: Columns, { is_active }: Columns): boolean {
  return is_active !== undefined && Boolean(user.is_active) && !is_active;
}
