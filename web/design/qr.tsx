import createQr from 'qrcode-generator';

interface QrProps {
  /** What the code holds. */
  readonly text: string;
  /** What the picture is, for readers who cannot see it. */
  readonly label: string;
}

/** Modules of light around a code (ISO/IEC 18004). */
const quiet = 4;

/** A QR code, drawn by this page. */
export function Qr({ text, label }: QrProps) {
  const code = createQr(0, 'M');
  code.addData(text);
  code.make();
  const size = code.getModuleCount();
  const places = Array.from({ length: size }, (_, place) => place);
  const dark = places.flatMap((row) =>
    places.flatMap((column) => (code.isDark(row, column) ? [`M${column} ${row}h1v1h-1z`] : [])),
  );
  const side = size + 2 * quiet;
  return (
    <svg class="qr" viewBox={`${-quiet} ${-quiet} ${side} ${side}`} role="img" aria-label={label}>
      <path d={dark.join('')} shape-rendering="crispEdges" />
    </svg>
  );
}
