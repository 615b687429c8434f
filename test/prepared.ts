/**
 * Prepares the items of a loop before its first test. tap ends a file as soon as no test is left, so that a loop that waits
 * between its tests may lose what the teardown closes.
 *
 * @returns each item with its preparation
 */
export async function prepared<T, V>(
  items: readonly T[],
  prepare: (item: T) => Promise<V>,
): Promise<readonly (readonly [item: T, preparation: V])[]> {
  const pairs: (readonly [T, V])[] = [];
  for (const item of items) pairs.push([item, await prepare(item)]);
  return pairs;
}
