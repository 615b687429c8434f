import { labelOf } from '../app/format.ts';
import { t } from '../app/texts.ts';
import { Button } from '../design/button.tsx';
import { TableBox } from '../design/layout.tsx';
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

const maxShown = 120;

/** A value as it is compared: of a style sheet the begin is enough, and of a file its type. */
function short(value: string): string {
  if (value === '') return '–';
  const shown = readable(parsed(value));
  return shown.length > maxShown ? `${shown.slice(0, maxShown)}…` : shown;
}

/** Lists and objects are compared as JSON; any other text may begin with a bracket as well. */
function parsed(value: string): unknown {
  if (!/^[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function readable(value: unknown): string {
  if (typeof value === 'string')
    return value.replace(/^data:([\w/+.-]+).*$/, (_, type: string) => `${type}…`);
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(readable).join('; ');
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const set = Object.entries(value).filter(([, part]) => part !== null);
  return set.map(([name, part]) => `${labelOf(name)}: ${readable(part)}`).join(', ');
}

/** Shows what somebody else has saved beside what was entered here. */
export function Conflict({ differences, onMine, onTheirs }: ConflictProps) {
  return (
    <Note kind="warn" isUrgent>
      <b>{t('Somebody else saved this while you were writing.')}</b> {t('Nothing is lost: choose.')}
      <TableBox label={t('Yours and theirs')}>
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
                <td>{short(mine)}</td>
                <td>{short(theirs)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableBox>
      <div class="wrap">
        <Button kind="first" onPress={onMine}>
          {t('Save mine')}
        </Button>
        <Button onPress={onTheirs}>{t('Take theirs')}</Button>
      </div>
    </Note>
  );
}
