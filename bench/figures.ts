/** Measured values, one for each round, in order. */
export type Samples = readonly number[];

/** Limit that a figure is compared with, measured in the same rounds. */
export interface Limit {
  readonly name: string;
  readonly samples: Samples;
}

/** A line of a table. */
export interface Figure {
  readonly name: string;
  readonly samples: Samples;
  readonly unit: string;
  /** Number of decimals; default: 0. */
  readonly decimals?: number;
  readonly limits?: readonly Limit[];
}

/** Figures under a heading, with a note below them. */
export interface Table {
  readonly title: string;
  readonly figures: readonly Figure[];
  readonly notes?: readonly string[];
}

/** Formats each figure with the number of its samples, their median and range, and the same of its ratios. */
export function print({ title, figures, notes = [] }: Table): string {
  const rows = figures.map(({ name, samples, unit, decimals = 0, limits = [] }) => [
    name,
    `n = ${samples.length}`,
    `${range(samples, decimals)} ${unit}`,
    limits
      .map((limit) => `${ratioText(ratios(samples, limit.samples))} x ${limit.name}`)
      .join('; '),
  ]);
  const widths = [0, 1, 2].map((column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  const lines = rows.map((row) =>
    row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '),
  );
  return [
    title,
    ...lines.map((line) => `  ${line.trimEnd()}`),
    ...notes.map((note) => `  ${note}`),
    '',
  ].join('\n');
}

export function median(samples: Samples): number {
  const sorted = samples.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? NaN;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? NaN;
  return (lower + upper) / 2;
}

/** @param share  0 to 1: 0.99 for the value that 99 of 100 do not exceed */
export function percentile(samples: Samples, share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? NaN;
}

/** Divides round by round, so that a slow round cancels out. */
function ratios(samples: Samples, limits: Samples): number[] {
  return samples.map((sample, round) => sample / (limits[round] ?? NaN));
}

/** Formats with two decimals, or with more if two would show only zeros. */
function ratioText(found: Samples): string {
  return range(found, median(found) < 0.1 ? 4 : 2);
}

function range(samples: Samples, decimals: number): string {
  const [middle, least, most] = [median(samples), Math.min(...samples), Math.max(...samples)].map(
    (value) =>
      value.toLocaleString('en', {
        minimumFractionDigits: decimals,
        maximumFractionDigits: decimals,
      }),
  );
  return `${middle ?? ''} [${least ?? ''}–${most ?? ''}]`;
}
