import { useEffect, useRef } from 'preact/hooks';
import { isDark } from '../app/theme.ts';
import { t } from '../app/texts.ts';
import type { Plot } from './plot.ts';

export interface Series {
  readonly name: string;
  readonly values: readonly (number | null)[];
  /** Place in the order of the chart colours; 4 is kept for refusals and losses. */
  readonly colour: 1 | 2 | 3 | 4 | 5;
}

export interface ChartProps {
  /** What the chart shows, for readers who cannot see it. */
  readonly label: string;
  /** Seconds since 1970, ascending. */
  readonly times: readonly number[];
  readonly series: readonly Series[];
  readonly kind?: 'line' | 'bars' | 'steps';
  readonly format: (value: number) => string;
  /** The axis of values reaches at least this far; default: 1. */
  readonly least?: number;
  /** True for counts, which have no fractions. */
  readonly isWhole?: boolean;
  /** True if the marks of time are days. */
  readonly isDays?: boolean;
}

/** A chart over time. Its library is loaded when the first one is shown. */
export function Chart(props: ChartProps) {
  const { label, series } = props;
  const box = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  latest.current = props;
  const plot = useRef<Plot | null>(null);
  const isInDark = isDark();
  useEffect(() => {
    let isGone = false;
    void import('./plot.ts').then(({ createPlot }) => {
      if (isGone || !box.current) return;
      plot.current = createPlot(box.current, latest.current);
    });
    return () => {
      isGone = true;
      plot.current?.remove();
      plot.current = null;
    };
  }, [isInDark, series.length]);
  useEffect(() => {
    plot.current?.update(latest.current);
  });
  return (
    <figure class="chart" role="group" aria-label={label}>
      <div class="chart-plot" ref={box} role="img" aria-label={spoken(props)} />
      {series.length > 1 && (
        <figcaption class="legend">
          {series.map(({ name, colour }) => (
            <span key={name} class={`is-${colour}`}>
              {name}
            </span>
          ))}
        </figcaption>
      )}
    </figure>
  );
}

/** Says what the chart shows: of each series the last value and the largest one. */
function spoken({ label, series, format }: ChartProps): string {
  const parts = series.flatMap(({ name, values }) => {
    const known = values.filter((value) => value !== null);
    const last = known.at(-1);
    if (last === undefined) return [];
    const max = format(Math.max(...known));
    return [t('{name}: {last} now, at most {max}', { name, last: format(last), max })];
  });
  return `${label}. ${parts.join('; ')}`;
}
