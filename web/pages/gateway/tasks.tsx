import { control, take } from '../../app/api.ts';
import { formatAge, formatDuration, formatExactTime, now } from '../../app/format.ts';
import { useLoad } from '../../app/load.ts';
import { formatNumber, t } from '../../app/texts.ts';
import { StateBadge } from '../../design/badge.tsx';
import { Card, Page, TableBox } from '../../design/layout.tsx';
import { Empty, WhenLoaded } from '../../design/states.tsx';

interface Task {
  readonly name: string;
  readonly interval_seconds: number;
  readonly runs: number;
  readonly is_running: boolean;
  readonly has_failed: boolean;
  readonly last_end: string | null;
  readonly next_run: string | null;
  readonly last_failure: string | null;
  readonly last_error: string | null;
}

/** What the gateway does by the clock: when it ran, when it runs next, and what went wrong. */
export function View() {
  const loaded = useLoad('tasks', async (signal) => {
    return (await take(control.GET('/control/api/v1/gateway_task/', { signal }))).results;
  });
  return (
    <Page title={t('Tasks')} lead={t('What the gateway does by the clock, since it was started.')}>
      <WhenLoaded loaded={loaded}>
        {(tasks) => (
          <Card isFlush>
            {tasks.length === 0 ? (
              <Empty icon="work" title={t('Not for this organization')}>
                {t('Tasks are shown to users of the first organization.')}
              </Empty>
            ) : (
              <TaskTable tasks={tasks} />
            )}
          </Card>
        )}
      </WhenLoaded>
    </Page>
  );
}

/** Those that failed last come first. */
function TaskTable({ tasks }: { readonly tasks: readonly Task[] }) {
  const ordered = tasks.toSorted((one, other) =>
    (other.last_failure ?? '').localeCompare(one.last_failure ?? ''),
  );
  return (
    <TableBox label={t('Tasks')}>
      <table class="table">
        <thead>
          <tr>
            <th scope="col">{t('Task')}</th>
            <th scope="col">{t('State')}</th>
            <th scope="col">{t('Last run')}</th>
            <th scope="col">{t('Next run')}</th>
            <th scope="col" class="is-number wide-only">
              {t('Runs')}
            </th>
            <th scope="col" class="wide-only">
              {t('Last fault')}
            </th>
          </tr>
        </thead>
        <tbody>
          {ordered.map((task) => (
            <TaskRow key={task.name} task={task} />
          ))}
        </tbody>
      </table>
    </TableBox>
  );
}

function TaskRow({ task }: { readonly task: Task }) {
  const { last_end: end, last_failure: failure, last_error: error } = task;
  return (
    <tr>
      <td>
        <span class="name">{task.name}</span>
        <span class="sub">{t('every {time}', { time: intervalOf(task) })}</span>
      </td>
      <td>
        <StateBadge state={stateOf(task)} />
      </td>
      <td class="nowrap">
        {end === null ? '–' : <time title={formatExactTime(end)}>{formatAge(end)}</time>}
      </td>
      <td class="nowrap">{nextOf(task)}</td>
      <td class="is-number wide-only">{formatNumber(task.runs)}</td>
      <td class="wide-only">
        {error === null || failure === null ? (
          '–'
        ) : (
          <>
            <bdi>{error}</bdi>
            <span class="sub">{formatExactTime(failure)}</span>
          </>
        )}
      </td>
    </tr>
  );
}

function intervalOf({ interval_seconds: seconds }: Task): string {
  return seconds < 1 ? `< ${formatDuration(1)}` : formatDuration(seconds);
}

function stateOf(task: Task): string {
  if (task.is_running) return 'running';
  if (task.has_failed) return 'failed';
  return task.last_end === null ? 'scheduled' : 'ok';
}

function nextOf({ next_run: next }: Task): string {
  if (next === null) return '–';
  const seconds = (Date.parse(next) - now.value) / 1000;
  return seconds < 1 ? t('now') : t('in {time}', { time: formatDuration(seconds) });
}
