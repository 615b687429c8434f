import { compileStatement, type Statement, type Store } from '../../store/store.ts';

/**
 * Returns the statement that marks the open sessions of a user, and of devices that follow it, as admitted for it, for the batch
 * that deletes the user: without the mark, a session that was not checked yet would have no user, and would stay open.
 */
export function markSessionsOfUser({ db }: Store, user: number): Statement {
  return compileStatement(
    db
      .updateTable('aaa_accounting')
      .set({ authorized_user: user })
      .where((where) =>
        where.or([
          where('user', '=', user),
          where('user', 'in', db.selectFrom('user').select('id').where('terms_user', '=', user)),
        ]),
      )
      .where('acctstoptime', 'is', null)
      .where('authorized_user', 'is', null),
  );
}
