import { compileStatement, type Statement, type Store } from '../../store/store.ts';
import type { ChangeKind } from './authorization-change.ts';

interface ClientCapability {
  readonly client: number;
  readonly kind: ChangeKind;
  readonly accepts: 'yes' | 'no';
}

/** A statement that remembers whether a client takes a kind of request. It is no change of the client, so it leaves no stamp. */
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
