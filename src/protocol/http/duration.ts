/** Seconds of each unit. */
const units: Readonly<Record<string, number>> = {
  w: 604_800,
  d: 86_400,
  h: 3600,
  m: 60,
  s: 1,
  ms: 0.001,
};

/** Returns a duration such as `1w2d3h4m5s`, `2 days, 3 hours` or `1d 04:05:06` in seconds; null if the text is none. */
export function parseDuration(text: string): number | null {
  const clock = /(\d{1,4}):(\d\d):(\d\d)\s*$/.exec(text);
  const rest = clock === null ? text : text.slice(0, clock.index);
  const clockSeconds =
    clock === null ? 0 : Number(clock[1]) * 3600 + Number(clock[2]) * 60 + Number(clock[3]);
  const parts = [...rest.matchAll(/(\d{1,9})\s*(ms|[wdhms])[a-z]*/gi)];
  const remainder = rest.replaceAll(/(\d{1,9})\s*(ms|[wdhms])[a-z]*/gi, '');
  if (/[^\s,]/.test(remainder) || (parts.length === 0 && clock === null)) return null;
  return parts.reduce(
    (sum, [, count, unit = '']) => sum + Number(count) * (units[unit.toLowerCase()] ?? 0),
    clockSeconds,
  );
}
