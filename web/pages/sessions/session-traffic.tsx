import { formatDuration, formatOctets } from '../../app/format.ts';
import { t } from '../../app/texts.ts';
import { Chart } from '../../design/chart.tsx';
import { Note } from '../../design/states.tsx';

interface Point {
  readonly datetime: string;
  readonly octets_in: number | string | null;
  readonly octets_out: number | string | null;
  readonly is_after_gap: boolean;
}

interface SessionTrafficProps {
  readonly session: { readonly client: number | null; readonly acctstoptime: string | null };
  readonly traffic: {
    readonly interim_interval: number | null;
    readonly points: readonly Point[];
  };
}

/** The traffic of a session in the course of time, or why it is not known. */
export function SessionTraffic({ session, traffic }: SessionTrafficProps) {
  const { points } = traffic;
  const remark = remarkOn({ session, traffic });
  return (
    <div class="stack">
      <h3>{t('Traffic')}</h3>
      {isCourse({ session, traffic }) && <TrafficChart points={points} />}
      {remark !== null && <Note>{remark}</Note>}
    </div>
  );
}

/** True if there is more than the sum of a session that is over. */
function isCourse({ session, traffic: { points } }: SessionTrafficProps): boolean {
  return points.length > 2 || (points.length === 2 && session.acctstoptime === null);
}

function remarkOn({ session, traffic }: SessionTrafficProps): string | null {
  const isOpen = session.acctstoptime === null;
  if (session.client === null) return t('No NAS accounts for this session: it has no counters.');
  if (isCourse({ session, traffic })) return gapRemark(traffic.points);
  if (traffic.interim_interval !== null)
    return isOpen
      ? t('The NAS sends counters about every {time}; the first ones are on their way.', {
          time: formatDuration(traffic.interim_interval),
        })
      : t('Of this session only the sum is kept.');
  return isOpen
    ? t(
        'The NAS sends no Interim-Updates, so the traffic is known when the session has ended. Switch them on at the NAS, or by the reply attribute Acct-Interim-Interval of the profile.',
      )
    : t('The NAS sends no Interim-Updates: only the sum of the traffic is known.');
}

function gapRemark(points: readonly Point[]): string | null {
  return points.some((point) => point.is_after_gap)
    ? t('In a gap no counters have arrived: the NAS or the gateway was away. The sums include it.')
    : null;
}

const daySeconds = 86_400;
/** Above this many days the marks of time are days. */
const maxDaysOfHours = 3;

function TrafficChart({ points }: { readonly points: readonly Point[] }) {
  const times = points.map(({ datetime }) => Date.parse(datetime) / 1000);
  const length = (times.at(-1) ?? 0) - (times[0] ?? 0);
  return (
    <Chart
      label={t('Traffic of the session')}
      kind="steps"
      times={times}
      series={[
        { name: t('Down'), values: rates(points, times, 'octets_out'), colour: 1 },
        { name: t('Up'), values: rates(points, times, 'octets_in'), colour: 2 },
      ]}
      isDays={length > maxDaysOfHours * daySeconds}
      format={(value) => t('{amount}/s', { amount: formatOctets(value) })}
    />
  );
}

/** Returns the mean octets a second from each point to the next one, and of the last one again; null: a gap. */
function rates(
  points: readonly Point[],
  times: readonly number[],
  counter: 'octets_in' | 'octets_out',
): readonly (number | null)[] {
  const all = points.slice(1).map((point, index) => {
    const before = points[index];
    const seconds = (times[index + 1] ?? 0) - (times[index] ?? 0);
    if (!before || point.is_after_gap || seconds <= 0) return null;
    return Math.max(0, Number(point[counter] ?? 0) - Number(before[counter] ?? 0)) / seconds;
  });
  return [...all, all.at(-1) ?? null];
}
