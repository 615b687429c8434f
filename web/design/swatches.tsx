import { useEffect, useRef } from 'preact/hooks';

const tokens =
  'canvas surface raised sunken line edge ink ink-2 ink-3 accent accent-fill good-mark warn-mark bad-mark wait-mark c1 c2 c3 c4 c5'.split(
    ' ',
  );

/** The colours by the names of their tokens. */
export function Swatches() {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    for (const swatch of box.current?.querySelectorAll('i') ?? [])
      swatch.style.background = `var(--${swatch.dataset['token'] ?? ''})`;
  }, []);
  return (
    <div class="swatches" ref={box}>
      {tokens.map((token) => (
        <div key={token}>
          <i data-token={token} />
          <code>--{token}</code>
        </div>
      ))}
    </div>
  );
}
