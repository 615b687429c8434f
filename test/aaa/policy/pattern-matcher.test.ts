import { test } from 'tap';
import { validateAttributeLists } from '../../../src/aaa/policy/attribute-list-validation.ts';
import { PatternMatcher, findPatternFault } from '../../../src/aaa/policy/pattern-matcher.ts';
import { estimatePatternSize } from '../../../src/runtime/pattern/pattern-size.ts';
import { Fault } from '../../../src/contract/errors.ts';

const dictionary = () => ({ faultOf: () => null });
const items = (patterns: readonly string[]) =>
  patterns.map((value) => ({ attribute: 'NAS-Identifier', op: '=~' as const, value }));

test('patterns match as in FreeRADIUS, letters of any script included', (t) => {
  const { matches } = new PatternMatcher().forRequest();
  const cases: readonly (readonly [pattern: string, text: string, isMatch: boolean])[] = [
    ['^hotel-[0-9]+$', 'hotel-17', true],
    ['^hotel-[0-9]+$', 'my hotel-17', false],
    ['(?i)GUEST', 'a guest', true],
    ['^[0-9A-F]{2}([:-][0-9A-F]{2}){5}$', '02-00-5E-00-53-01', true],
    ['^\\p{L}+$', 'Žofín', true],
    ['^.$', '😀', true],
  ];
  for (const [pattern, text, isMatch] of cases) t.equal(matches(pattern, text), isMatch, pattern);
  t.end();
});

test('200 patterns of exponential time hold the event loop for milliseconds', async (t) => {
  const patterns = Array.from({ length: 200 }, (_, index) => `^(a+)+(b|${index})$`);
  const matcher = new PatternMatcher();
  const text = `${'a'.repeat(252)}!`;
  await matcher.prepare(patterns);
  const match = () => {
    const { matches } = matcher.forRequest();
    const begun = process.threadCpuUsage();
    const results = patterns.map((pattern) => matches(pattern, text));
    return { results, ms: process.threadCpuUsage(begun).user / 1000 };
  };
  const runs = Array.from({ length: 5 }, match);
  const ms = Math.min(...runs.map((run) => run.ms));
  t.ok(ms < 10, `${ms.toFixed(1)} ms`);
  const results = runs[0]?.results ?? [];
  t.equal(results[0], false);
  t.equal(results.at(-1), 'the patterns take too long together', 'and the rest is refused');
});

test('compiling many patterns lets other work go on', async (t) => {
  const patterns = Array.from({ length: 200 }, (_, index) => `(?i)(\\p{L}x){15}${index}`);
  let turns = 0;
  const count = (): NodeJS.Immediate =>
    setImmediate(() => {
      turns += 1;
      running = count();
    });
  let running = count();
  await new PatternMatcher().prepare(patterns);
  clearImmediate(running);
  t.ok(turns > 3, `${turns} turns of the event loop`);
});

test('a pattern that would take long to compile is refused by its size', (t) => {
  t.ok(estimatePatternSize('^[0-9a-f]{2}(:[0-9a-f]{2}){5}$') <= 30);
  t.ok(estimatePatternSize(`(${'abcdefgh'.repeat(20)}){1000}`) > 100_000);
  t.match(findPatternFault('((a?){30}){30}'), /too large/);
  t.match(findPatternFault('(a'), /^the pattern is invalid: missing closing \)/);
  t.match(findPatternFault('(?=a)'), /invalid/, 'no look-around');
  t.equal(findPatternFault('^02:00:5E'), null);
  t.end();
});

test('patterns are checked when they are saved, by field', (t) => {
  const faultsOf = (patterns: readonly string[]) => {
    try {
      validateAttributeLists({ check_attributes: items(patterns) }, dictionary);
      return {};
    } catch (error) {
      return error instanceof Fault ? error.fields : error;
    }
  };
  t.same(faultsOf(['^hotel-', '(?i)guest']), {});
  t.match(faultsOf(['^hotel-', '(a']), { 'check_attributes.1.value': [/invalid/] });
  const large = Array.from({ length: 20 }, () => '[a-z]{200}');
  t.match(faultsOf(large), { 'check_attributes.19.value': [/too large together/] });
  t.end();
});
