import { sql } from 'kysely';
import { selectAncestors } from '../../organization/tree-query.ts';
import { nextStamp } from '../../store/query/resource-query.ts';
import { mustChange, type Statement, type Store } from '../../store/store.ts';

/** A person of a directory, as a user of its organization. */
export interface SourcePerson {
  readonly source: number;
  readonly organization: number;
  readonly username: string;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly email: string | null;
  /** Absent: the user keeps its profiles. */
  readonly granted?: { readonly profile: number | null; readonly profiles: readonly number[] };
}

/** The user that a person of a directory is. */
export type SourceUser = NonNullable<Awaited<ReturnType<typeof findSourceUser>>>;

/** Finds the user with the name of a person. @returns undefined: there is none in the store */
export function findSourceUser({ db }: Store, username: string) {
  return db
    .selectFrom('user as u')
    .leftJoin('user_token as t', (join) =>
      join.onRef('t.user', '=', 'u.id').on('t.kind', '=', 'network'),
    )
    .select([
      'u.id',
      'u.organization',
      'u.source',
      'u.role',
      'u.password',
      'u.profile',
      'u.profiles',
    ])
    .select(['u.first_name', 'u.last_name', 'u.email', 't.id as voucher'])
    .where('u.username', '=', username)
    .executeTakeFirst();
}

/** True if a user may be that of a person: of its directory, or without credentials of its own. */
export function maySpeakFor(
  { source, organization }: SourcePerson,
  user: Pick<SourceUser, 'organization' | 'source' | 'role' | 'password' | 'voucher'>,
): boolean {
  if (user.organization !== organization || user.role !== 'subscriber') return false;
  return (
    user.source === source ||
    (user.source === null && user.password === null && user.voucher === null)
  );
}

/** Returns the statements that make the user as its directory has it; empty: it is. */
export function saveSourceUser(
  { db }: Store,
  person: SourcePerson,
  { user, at }: { readonly user: SourceUser | undefined; readonly at: Date },
): readonly Statement[] {
  const { granted, ...columns } = person;
  const given = {
    ...columns,
    ...(granted && { profile: granted.profile, profiles: JSON.stringify(granted.profiles) }),
  };
  const now = at.getTime();
  if (!user) {
    const stamps = { created: now, last_change: now };
    return [
      db
        .insertInto('user')
        .values({ ...given, role: 'subscriber', ...stamps })
        .compile(),
    ];
  }
  const known: Readonly<Record<string, unknown>> = { ...user, username: given.username };
  if (Object.entries(given).every(([column, value]) => known[column] === value)) return [];
  const change = db
    .updateTable('user')
    .set({ ...given, last_change: nextStamp({ column: 'last_change', now }) })
    .where('id', '=', user.id)
    .where('source', 'is not distinct from', user.source);
  return [mustChange(change)];
}

/** Returns the ids of profiles by name, of an organization or the nearest above it. */
export async function findProfileIds(
  { db }: Store,
  { organization, names }: { readonly organization: number; readonly names: readonly string[] },
): Promise<ReadonlyMap<string, number>> {
  if (names.length === 0) return new Map();
  const { rows } = await sql<{ id: number; name: string }>`
    select p.id, p.name from aaa_profile as p join ${selectAncestors(organization)} as above on above.id = p.organization
    where p.name in (${sql.join(names)}) order by above.distance desc`.execute(db);
  return new Map(rows.map(({ id, name }) => [name, id]));
}

/** The last password of a user that its directory took, as a hash. */
export interface KeptPassword {
  readonly password: string;
  /** Milliseconds since 1970. */
  readonly checked: number;
}

/** @returns null: no password was kept */
export async function findKeptPassword({ db }: Store, user: number): Promise<KeptPassword | null> {
  const row = await db
    .selectFrom('user')
    .select(['source_password as password', 'source_checked as checked'])
    .where('id', '=', user)
    .executeTakeFirst();
  const { password = null, checked = null } = row ?? {};
  return password === null || checked === null ? null : { password, checked };
}

/** Returns the statement that keeps a password as a hash, and when the directory took it. No change of the user as others see it. */
export function keepPassword({ db }: Store, user: number, kept: KeptPassword): Statement {
  const { password, checked } = kept;
  return db
    .updateTable('user')
    .set({ source_password: password, source_checked: checked })
    .where('id', '=', user)
    .compile();
}
