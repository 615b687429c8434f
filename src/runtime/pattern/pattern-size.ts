/** Limit of one pattern, in instructions of its program: `[0-9a-f]{2}(:[0-9a-f]{2}){5}` has about 25. */
export const maxPatternSize = 250;
/** A character class of Unicode takes as long to compile as this many characters. */
const unicodeClassSize = 10;

const token = /\\[pP]|\\[^]|\[(?:\\[^]|[^\]\\])*\]|\{\d+(?:,\d*)?\}|[^]/gu;

/** Estimates the size of a pattern's program from its text: `(a{10}){10}` is refused before it takes time to compile. */
export function estimatePatternSize(pattern: string): number {
  const groups: number[] = [0];
  let last = 0;
  const add = (size: number) => {
    last = size;
    groups.push((groups.pop() ?? 0) + size);
  };
  for (const [text] of pattern.matchAll(token)) {
    if (text === '(') {
      groups.push(0);
    } else if (text === ')') {
      add(1 + (groups.length > 1 ? (groups.pop() ?? 0) : 0));
    } else if (/^\{./.test(text)) {
      add(last * (largestCount(text) - 1));
    } else {
      add(1 + unicodeClassSize * [...text.matchAll(/\\[pP]/g)].length);
    }
  }
  return groups.reduce((sum, size) => sum + size, 0);
}

function largestCount(repetition: string): number {
  return Math.max(1, ...[...repetition.matchAll(/\d+/g)].map(([digits]) => Number(digits)));
}
