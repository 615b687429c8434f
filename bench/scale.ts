/** True in a run that only shows that every part still works, by the variable BENCH_SMOKE. Its figures are meaningless. */
const isSmoke = process.env['BENCH_SMOKE'] === '1';

/** Returns the size of a measurement; in a smoke run a size that takes about a second. */
export function sized<T>(full: T, small: T): T {
  return isSmoke ? small : full;
}
