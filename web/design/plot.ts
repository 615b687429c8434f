import UPlot, { type AlignedData, type Options, type Series as UPlotSeries } from 'uplot';
import { formatDay, timeZone } from '../app/format.ts';
import type { ChartProps } from './chart.tsx';

/* The drawing of a chart: the only file that knows uPlot. */

export interface Plot {
  readonly update: (props: ChartProps) => void;
  readonly remove: () => void;
}

/** Draws a chart into a box, and again whenever the box has another size. */
export function createPlot(box: HTMLElement, props: ChartProps): Plot {
  let shown = props;
  const chart = new UPlot(
    optionsFor(box, () => shown),
    dataOf(props),
    box,
  );
  const watch = new ResizeObserver(() => {
    chart.setSize({ width: box.clientWidth, height: box.clientHeight });
  });
  watch.observe(box);
  return {
    update(next) {
      if (next.times === shown.times && next.series === shown.series) return;
      shown = next;
      chart.setData(dataOf(next));
    },
    remove() {
      watch.disconnect();
      chart.destroy();
    },
  };
}

function dataOf({ times, series }: ChartProps): AlignedData {
  return [[...times], ...series.map(({ values }) => [...values])];
}

function optionsFor(box: HTMLElement, props: () => ChartProps): Options {
  const colour = colours(box);
  const font = `11px ${getComputedStyle(box).fontFamily}`;
  const ink = colour('--ink-3');
  const grid = { stroke: colour('--grid'), width: 1 };
  return {
    width: box.clientWidth,
    height: box.clientHeight,
    legend: { show: false },
    cursor: { y: false, drag: { setScale: false, x: false, y: false } },
    padding: [8, 18, 0, 0],
    tzDate: (seconds) => UPlot.tzDate(new Date(seconds * 1000), timeZone.value ?? zoneHere()),
    scales: {
      x: { range: (_, min, max) => within(props(), min, max) },
      y: { range: (_, __, max) => [0, Math.max(max * 1.1, props().least ?? 1)] },
    },
    axes: [
      {
        stroke: ink,
        font,
        grid: { show: false },
        ticks: { show: false },
        space: 64,
        size: 26,
        // A mark of each day at most: more of them would have the same words.
        ...(props().isDays === true ? { incrs: daySteps } : {}),
        values:
          props().isDays === true
            ? (_, marks) => marks.map((mark) => formatDay(mark * 1000))
            : hours,
      },
      {
        stroke: ink,
        font,
        grid,
        ticks: { show: false },
        size: 52,
        space: 34,
        ...(props().isWhole === true ? { incrs: wholeSteps } : {}),
        values: (_, marks) => marks.map((mark) => props().format(mark)),
      },
    ],
    series: [{}, ...props().series.map((one) => lineOf(one.colour, props(), colour))],
  };
}

const daySeconds = 86_400;
const daySteps = [1, 2, 3, 4, 5, 7, 10, 14, 21, 28].map((days) => days * daySeconds);
const hours = '{HH}:{mm}';
const wholeSteps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 50_000, 100_000];

/** Returns the ends of the axis of time: with room for a bar at each end. */
function within({ kind, times }: ChartProps, min: number, max: number): [number, number] {
  const step = (times[1] ?? 0) - (times[0] ?? 0);
  const room = min === max ? daySeconds / 2 : kind === 'bars' ? step / 2 : 0;
  return [min - room, max + room];
}

function zoneHere(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function lineOf(
  place: number,
  { kind = 'line', series }: ChartProps,
  colour: (name: string) => string,
): UPlotSeries {
  const stroke = colour(`--c${place}`);
  return {
    stroke,
    points: { show: false },
    ...(kind === 'bars' ? { width: 0, fill: stroke } : { width: 1.6 }),
    ...(kind !== 'bars' && place === series[0]?.colour ? { fill: translucent(stroke) } : {}),
    ...pathsOf(kind),
  };
}

function pathsOf(kind: ChartProps['kind']): Pick<UPlotSeries, 'paths'> {
  const { bars, stepped } = UPlot.paths;
  if (kind === 'bars' && bars) return { paths: bars({ size: [0.7, 22] }) };
  return kind === 'steps' && stepped ? { paths: stepped({ align: 1 }) } : {};
}

/** Returns a function that resolves a token to a colour that a canvas understands. */
function colours(box: HTMLElement): (name: string) => string {
  return (name) => {
    const probe = document.createElement('i');
    probe.style.color = `var(${name})`;
    box.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  };
}

function translucent(colour: string): string {
  return colour.replace(/^rgb\((.*)\)$/, 'rgb($1, 0.12)');
}
