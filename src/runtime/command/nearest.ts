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

/** Returns the number of letters to add, leave out, replace or swap with the next one (optimal string alignment). */
function distance(one: string, other: string): number {
  const columns = Array.from({ length: other.length + 1 }, (_, column) => column);
  const rows: number[][] = [columns];
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row];
    for (const column of columns.slice(1)) {
      const at = (up: number, left: number) => rows[row - up]?.[column - left] ?? Infinity;
      const [pair, otherPair] = [
        one.slice(Math.max(0, row - 2), row),
        other.slice(Math.max(0, column - 2), column),
      ];
      next.push(
        Math.min(
          (next[column - 1] ?? Infinity) + 1,
          at(1, 0) + 1,
          at(1, 1) + (pair.at(-1) === otherPair.at(-1) ? 0 : 1),
          isSwapped(pair, otherPair) ? at(2, 2) + 1 : Infinity,
        ),
      );
    }
    rows.push(next);
  }
  return rows.at(-1)?.at(-1) ?? 0;
}

function isSwapped(pair: string, other: string): boolean {
  return pair.length === 2 && pair[0] === other[1] && pair[1] === other[0];
}
