import { compiled, type Statement, type Store } from '../store/store.ts';
import type { ChangeKind } from './authorization-change.ts';

interface Habit {
  readonly client: number;
  readonly kind: ChangeKind;
  readonly habit: 'yes' | 'no';
}

/** A statement that remembers whether a client takes a kind of request. It is no change of the client, so it leaves no stamp. */
export function noteAccepted({ db }: Store, { client, kind, habit }: Habit): Statement {
  const column = kind === 'coa' ? 'accepts_coa' : 'accepts_disconnect';
  return compiled(
    db
      .updateTable('aaa_client')
      .set({ [column]: habit })
      .where('id', '=', client)
      .where(column, '<>', habit),
  );
}
