import { sql, type RawBuilder } from 'kysely';
import { nextStamp } from '../../store/query/resource-query.ts';
import { compileStatement, type Statement, type Store } from '../../store/store.ts';

/* Users of guests of a hotel system: subscribers without a password, for as long as the guest stays. */

/** What a stay says of the user of its guest. */
interface StayOfUser {
  readonly first_name: string | null;
  readonly last_name: string | null;
  /** End of the stay in milliseconds since 1970; null: only the check-out ends it. */
  readonly expiration: number | null;
  readonly at: Date;
}

/** Returns the statement that gives users the names and the end of their stay, if they have others. @param users  a subquery of ids */
export function changeStayUsers(
  { db }: Store,
  users: RawBuilder<unknown>,
  { at, ...names }: StayOfUser,
): Statement {
  const change = db
    .updateTable('user')
    .set({ ...names, last_change: nextStamp({ column: 'last_change', now: at.getTime() }) })
    .where(sql<boolean>`id in ${users}`)
    .where((where) =>
      where.or([
        where('first_name', 'is distinct from', names.first_name),
        where('last_name', 'is distinct from', names.last_name),
        where('expiration', 'is distinct from', names.expiration),
      ]),
    );
  return compileStatement(change);
}

/** Returns the statement that switches users on or off. @param users  a subquery of ids */
export function switchStayUsers(
  { db }: Store,
  users: RawBuilder<unknown>,
  { isActive, at }: { readonly isActive: boolean; readonly at: Date },
): Statement {
  const [to, from] = isActive ? ([1, 0] as const) : ([0, 1] as const);
  const change = db
    .updateTable('user')
    .set({ is_active: to, last_change: nextStamp({ column: 'last_change', now: at.getTime() }) })
    .where(sql<boolean>`id in ${users}`)
    .where('is_active', '=', from);
  return compileStatement(change);
}

/** Returns a subquery of the id of a user by name, for a batch that adds it. */
export function selectUserId(username: string): RawBuilder<number> {
  return sql<number>`(select id from "user" where username = ${username})`;
}

/** Returns the statement that deletes users; their accounting stays. @param users  a subquery of ids */
export function deleteStayUsers({ db }: Store, users: RawBuilder<unknown>): Statement {
  return db
    .deleteFrom('user')
    .where(sql<boolean>`id in ${users}`)
    .compile();
}
