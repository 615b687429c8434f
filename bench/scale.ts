/** True in a run that only shows that every part still works, by the variable BENCH_SMOKE. Its figures mean nothing. */
const isSmoke = process.env['BENCH_SMOKE'] === '1';

/** Returns the size of a measurement; in a smoke run that of one that takes about a second. */
export function sized<T>(full: T, small: T): T {
  return isSmoke ? small : full;
}
