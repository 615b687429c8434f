import type { FaultList } from './faults.ts';
import type { DesiredObject } from './resolve.ts';
import type { StoredObjects } from './stored-objects.ts';

/** Reports each user who would lose the role `admin` if no administrator would remain. */
export function checkLastAdmin(
  desired: readonly DesiredObject[],
  stored: StoredObjects,
  faults: FaultList,
): void {
  const users = desired.filter(({ section }) => section.table === 'user');
  const byName = new Map(users.map((user) => [user.identity, user]));
  const others = stored.all('user').filter(([name]) => !byName.has(name));
  if (users.some(willAdminister) || others.some(([, row]) => isAdmin(row))) return;
  for (const user of users.filter(({ storedRow }) => storedRow && isAdmin(storedRow)))
    faults.add(
      user,
      '',
      'is the last active user with role admin: the gateway would have no administrator',
    );
}

function willAdminister({ fields, storedRow, isAbsent }: DesiredObject): boolean {
  const is_active = fields.is_active ?? (storedRow?.is_active ?? 1) === 1;
  return (
    !isAbsent &&
    isAdmin({ role: fields.role ?? storedRow?.role, is_active: is_active === true ? 1 : 0 })
  );
}

function isAdmin({ role, is_active }: Readonly<Record<string, unknown>>): boolean {
  return role === 'admin' && is_active === 1;
}
