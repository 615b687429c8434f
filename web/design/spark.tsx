interface SparkProps {
  /** What is drawn, for readers who cannot see it. */
  readonly label: string;
  /** The oldest first; null: not known. */
  readonly values: readonly (number | null)[];
}

const width = 72;
const height = 20;
const edge = 2;

/** The course of a value in the row of a list, from zero to its largest one. A gap is not drawn. */
export function Spark({ label, values }: SparkProps) {
  const most = Math.max(...values.map((value) => value ?? 0), 1e-9);
  const step = (width - 2 * edge) / Math.max(1, values.length - 1);
  const points = values.map((value, index) =>
    value === null
      ? null
      : `${(edge + index * step).toFixed(1)} ${(height - edge - (Math.max(0, value) / most) * (height - 2 * edge)).toFixed(1)}`,
  );
  const path = points
    .map((point, index) => {
      if (point === null) return '';
      // A value between two gaps is a dot: a line of no length with round ends.
      const before = points[index - 1] ?? null;
      return before === null ? `M${point}l0 0` : `L${point}`;
    })
    .join('');
  return (
    <svg class="spark" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      <path d={path} />
    </svg>
  );
}
