import { test } from 'tap';
import type { TSchema } from 'typebox';
import { rows } from './endpoint-rows.ts';

/* The patterns of all schemas take time in proportion to the text, whatever it is. */

/** Returns the patterns in a schema, those of names included. */
function patternsIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own = 'pattern' in schema && typeof schema.pattern === 'string' ? [schema.pattern] : [];
  const ofNames =
    'patternProperties' in schema && typeof schema.patternProperties === 'object'
      ? Object.keys(schema.patternProperties ?? {})
      : [];
  return [...own, ...ofNames, ...Object.values(schema).flatMap(patternsIn)];
}

const parts = [' ', 'a', 'A', '1', '.', '-', '/', '@', '+', '1.', 'a-', 'a_', 'http://', '1:'];
const ends = ['', '\u0001', '/', '!', ' '];
const repeats = 10_000;
/** A pattern that takes time with the square of this length needs a second, any other less than a millisecond. */
const maxMs = 30;

/** True if a pattern takes long for a text, twice: the first time may be that of its compilation. */
function isSlow(pattern: string): boolean {
  const expression = new RegExp(pattern, 'u');
  const isSlowFor = (text: string) => {
    const start = process.threadCpuUsage();
    expression.test(text);
    return process.threadCpuUsage(start).user / 1000 > maxMs;
  };
  return parts.some((part) =>
    ends.some((end) => {
      const text = part.repeat(repeats) + end;
      return isSlowFor(text) && isSlowFor(text);
    }),
  );
}

const schemas: readonly TSchema[] = rows.flatMap(({ row }) => [
  row.params,
  row.query,
  row.reply,
  ...(row.body ? [row.body] : []),
]);
const patterns = [...new Set(schemas.flatMap(patternsIn))];

test('every pattern is linear', (t) => {
  t.ok(patterns.length > 10, `${patterns.length} patterns`);
  t.same(patterns.filter(isSlow), []);
  t.end();
});

test('a pattern that is not linear is found', (t) => {
  t.ok(isSlow('^[^/]*[^/\\s][^/]*$'));
  t.end();
});
