import { setImmediate as nextTurn } from 'node:timers/promises';
import { searchBounded } from '../../runtime/pattern/bounded-search.ts';
import { nameRows, type NamedNumber, type NamedRows } from '../named-rows.ts';
import type { Command } from './command.ts';
import { mask, type Outcome } from './exchange.ts';

/** A value in an output, with the numbers that it is made of. */
type FoundValue = Pick<NamedRows, 'value'> & Partial<NamedRows>;

/** Returns the value in the output of a request, or the reason why it is missing. */
export async function valueOf(
  command: Pick<Command, 'match' | 'mask' | 'take'>,
  shown: string,
  { stdout }: Outcome,
): Promise<FoundValue | { readonly reason: string }> {
  // A value may be searched for in a megabyte.
  await nextTurn();
  const output = mask(stdout, command.mask);
  if (command.match === undefined) return { value: output.trim() };
  const { match, take = 'first' } = command;
  const found = take === 'rows' ? nameRows(numbersIn(output, match)) : textOf(output, match, take);
  return found ?? { reason: `the output of ${shown} does not match ${match}` };
}

function textOf(output: string, match: string, take: 'first' | 'all' | 'count' | 'sum') {
  const value =
    take === 'first'
      ? searchBounded(
          { source: match, flags: 'm' },
          output,
          (found, whole) => found.exec(whole)?.[1],
        )
      : valueOfAll(output, match, take);
  return value === undefined ? undefined : { value };
}

function matchesOf(output: string, match: string): readonly RegExpMatchArray[] {
  return searchBounded({ source: match, flags: 'gm' }, output, (pattern, whole) => [
    ...whole.matchAll(pattern),
  ]);
}

/** Makes a value of all matches of a pattern. */
function valueOfAll(output: string, match: string, take: 'all' | 'count' | 'sum') {
  const found = matchesOf(output, match);
  if (take === 'count') return String(found.length);
  const values = found.map(([, value = '']) => value);
  if (take === 'sum') return String(values.reduce((sum, value) => sum + Number(value), 0));
  return values.length === 0 ? undefined : [...new Set(values)].join('\n');
}

/** Returns the numbers that a pattern names, exactly. Numbers have at most 20 digits, enough for 64 bits. */
function numbersIn(output: string, match: string): readonly NamedNumber[] {
  return matchesOf(output, match).flatMap(({ groups }): readonly NamedNumber[] => {
    const { name = '', value = '' } = groups ?? {};
    if (/^-?\d{1,20}$/.test(value)) return [{ name, value: BigInt(value) }];
    return /^-?\d{1,20}\.\d{1,20}$/.test(value) ? [{ name, value: Number(value) }] : [];
  });
}
