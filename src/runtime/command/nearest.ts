/**
 * Returns the word that a mistyped one may stand for: the one of the fewest changed letters, at most 3 and less than half
 * of them, otherwise a word that ends in it, as `inventory_device` in `device`; undefined: no near word.
 */
export function nearestTo(typed: string, words: readonly string[]): string | undefined {
  let nearest: string | undefined;
  let fewest = Math.min(4, Math.ceil(typed.length / 2));
  for (const word of words) {
    if (Math.abs(word.length - typed.length) >= fewest) continue;
    const changes = distance(typed, word);
    if (changes >= fewest) continue;
    nearest = word;
    fewest = changes;
  }
  return nearest ?? words.find((word) => word.endsWith(`_${typed}`));
}

/** Returns the first words by the fewest changed letters from a mistyped one. */
export function sortByDistance(typed: string, words: readonly string[]): readonly string[] {
  const distances = new Map(words.map((word) => [word, distance(typed, word)]));
  return words.toSorted((one, other) => (distances.get(one) ?? 0) - (distances.get(other) ?? 0));
}

/** Returns the Levenshtein distance of two words. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, position) => position);
  for (const [position, letter] of Array.from(one).entries()) {
    const next = [position + 1];
    for (const [column, compared] of Array.from(other).entries())
      next.push(
        Math.min(
          (next[column] ?? 0) + 1,
          (row[column + 1] ?? 0) + 1,
          (row[column] ?? 0) + (letter === compared ? 0 : 1),
        ),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}
