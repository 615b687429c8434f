import { compileStatement, type Statement, type Store } from '../../store/store.ts';
import type { ChangeKind } from './authorization-change.ts';

interface ClientCapability {
  readonly client: number;
  readonly kind: ChangeKind;
  readonly accepts: 'yes' | 'no';
}

/** Creates a statement that records if a client accepts a kind of request. It does not count as a change of the client. */
export function recordClientCapability(
  { db }: Store,
  { client, kind, accepts }: ClientCapability,
): Statement {
  const column = kind === 'coa' ? 'accepts_coa' : 'accepts_disconnect';
  return compileStatement(
    db
      .updateTable('aaa_client')
      .set({ [column]: accepts })
      .where('id', '=', client)
      .where(column, '<>', accepts),
  );
}
