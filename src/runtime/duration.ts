const secondsOfUnit: Readonly<Record<string, number>> = {
  y: 31_536_000,
  w: 604_800,
  d: 86_400,
  h: 3600,
  m: 60,
  s: 1,
  ms: 0.001,
};

const part = String.raw`(\d{1,9})\s*(ms|y|w|d|h|m|s)[a-z]*`;
const clock = String.raw`(?:(\d{1,6}):)?(\d{1,4}):(\d{1,2})(?:\.\d+)?`;
const parts = new RegExp(`^(?:${part}[\\s,]*(?:and\\s+)?)*(?:${clock})?$`, 'i');

/**
 * Converts a duration as command lines print it to seconds: `2 weeks, 3 days, 4 hours`, `109 days 16 hrs 33 mins 12 secs`,
 * `1w2d3h4m5s`, `5ms`, `4 days, 03:12:05`.
 *
 * @returns null if the text is not a duration
 */
export function parseDuration(text: string): number | null {
  if (text === '' || text.length > 100 || !parts.test(text)) return null;
  const [, hours = '0', minutes = '0', seconds = '0'] = new RegExp(`${clock}$`).exec(text) ?? [];
  const units = [...text.matchAll(new RegExp(part, 'gi'))].map(
    ([, count = '0', unit = '']) => Number(count) * (secondsOfUnit[unit.toLowerCase()] ?? 0),
  );
  return (
    units.reduce((sum, one) => sum + one, 0) +
    Number(hours) * 3600 +
    Number(minutes) * 60 +
    Number(seconds)
  );
}
