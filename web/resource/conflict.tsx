import { labelOf } from '../app/format.ts';
import { t } from '../app/texts.ts';
import { Button } from '../design/button.tsx';
import { Note } from '../design/states.tsx';

/** A field whose stored value is not the one that the form began with. */
export interface Difference {
  readonly name: string;
  readonly mine: string;
  readonly theirs: string;
}

interface ConflictProps {
  readonly differences: readonly Difference[];
  readonly onMine: () => void;
  readonly onTheirs: () => void;
}

/** Shows what somebody else has saved beside what was entered here. */
export function Conflict({ differences, onMine, onTheirs }: ConflictProps) {
  return (
    <Note kind="warn" isUrgent>
      <b>{t('Somebody else saved this while you were writing.')}</b> {t('Nothing is lost: choose.')}
      <table class="table">
        <thead>
          <tr>
            <th scope="col">{t('Field')}</th>
            <th scope="col">{t('Yours')}</th>
            <th scope="col">{t('Saved by others')}</th>
          </tr>
        </thead>
        <tbody>
          {differences.map(({ name, mine, theirs }) => (
            <tr key={name}>
              <td>{labelOf(name)}</td>
              <td>{mine === '' ? '–' : mine}</td>
              <td>{theirs === '' ? '–' : theirs}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div class="wrap">
        <Button kind="first" onPress={onMine}>
          {t('Save mine')}
        </Button>
        <Button onPress={onTheirs}>{t('Take theirs')}</Button>
      </div>
    </Note>
  );
}
