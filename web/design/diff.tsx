interface DiffProps {
  /** What is compared, for readers who cannot see it. */
  readonly label: string;
  /** Unified. */
  readonly children: string;
}

/** Lines that were added and removed. Each keeps its sign, which says it without the colour. */
export function Diff({ label, children }: DiffProps) {
  return (
    <pre class="code" tabIndex={0} role="region" aria-label={label}>
      {linesOf(children).map((line, index) => (
        <span key={index} class={classOf(line)}>
          {line}
          {'\n'}
        </span>
      ))}
    </pre>
  );
}

/** Returns the lines without the rule above them. */
function linesOf(diff: string): readonly string[] {
  return diff
    .trimEnd()
    .split('\n')
    .filter((line) => !/^={10,}$/.test(line));
}

function classOf(line: string): string | undefined {
  if (/^(?:\+\+\+|---|@@)/.test(line)) return 'is-place';
  if (line.startsWith('+')) return 'is-added';
  return line.startsWith('-') ? 'is-removed' : undefined;
}
