interface CodeProps {
  /** What the lines are, for readers who cannot see them. */
  readonly label: string;
  readonly children: string;
}

/** Lines to be read or copied as they are. */
export function Code({ label, children }: CodeProps) {
  return (
    <pre class="code" tabIndex={0} role="region" aria-label={label}>
      {children}
    </pre>
  );
}
