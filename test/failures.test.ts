import { test } from 'tap';
import { shortFailures } from './failures.ts';

/** Returns the short form of a file's TAP. */
const shorten = (tap: string) => shortFailures('test/a.test.ts', tap.trim().split('\n'));

const at = (margin: string, line: number) =>
  ['at:', '  fileName: test/a.test.ts', `  lineNumber: ${line}`, '  columnNumber: 5']
    .map((text) => margin + text)
    .join('\n');

const variants: readonly (readonly [name: string, tap: string, short: readonly string[]])[] = [
  [
    'a difference',
    `
# Subtest: test/a.test.ts
    # Subtest: the sum is right
        not ok 1 - should be equal
          ---
          compare: ===
          source: |
            t.equal(1 + 1, 3);
          ----^
          diff: |
            --- expected
            +++ actual
            @@ -1,1 +1,1 @@
            -3
            +2
${at('          ', 6)}
          ...
        1..1
    not ok 1 - the sum is right # time=99.9ms
      ---
${at('      ', 5)}
      ...
not ok 1 - test/a.test.ts # time=120ms
  ---
  exitCode: 1
  ...`,
    ['  not ok test/a.test.ts:6:5 - the sum is right > should be equal', '    -3', '    +2'],
  ],
  [
    'a statement that is false, with values',
    `
# Subtest: test/a.test.ts
    # Subtest: few
        not ok 1 - 20 files
          ---
          files:
            - src/a.ts
${at('          ', 9)}
          ...
    not ok 1 - few
not ok 1 - test/a.test.ts`,
    ['  not ok test/a.test.ts:9:5 - few > 20 files', '    files:', '      - src/a.ts'],
  ],
  [
    'a failure in a function that two tests call',
    `
# Subtest: test/a.test.ts
    # Subtest: outer
        # Subtest: inner
            not ok 1 - (unnamed test)
              ---
${at('              ', 3)}
              stack: |
                holds (test/a.test.ts:3:5)
                Test.<anonymous> (test/a.test.ts:40:3)
              ...
        not ok 1 - inner
    not ok 1 - outer
not ok 1 - test/a.test.ts`,
    [
      '  not ok test/a.test.ts:3:5 - outer > inner',
      '    at Test.<anonymous> (test/a.test.ts:40:3)',
    ],
  ],
  [
    'an error with a cause',
    `
# Subtest: test/a.test.ts
    not ok 1 - broken
      ---
      cause:
        stack: |
          x (src/x.ts:1:1)
        message: inner
${at('      ', 16)}
      ...
not ok 1 - test/a.test.ts`,
    ['  not ok test/a.test.ts:16:5 - broken', '    cause: inner'],
  ],
  [
    'a file that was killed after a failure',
    `
# Subtest: test/a.test.ts
    not ok 1 - x
not ok 1 - test/a.test.ts
  ---
  exitCode: null
  signal: SIGKILL
  ...`,
    [
      '  not ok test/a.test.ts - x',
      '  not ok test/a.test.ts - test/a.test.ts',
      '    signal: SIGKILL',
    ],
  ],
];

for (const [name, tap, short] of variants)
  test(`${name} is shown in short`, (t) => {
    t.same(shorten(tap), short);
    t.end();
  });

test('of a long difference the first lines are shown, and how many follow', (t) => {
  const lines = Array.from({ length: 60 }, (_, number) => `        +${number}`);
  const short = shorten(
    [
      '# Subtest: test/a.test.ts',
      '    not ok 1 - x',
      '      ---',
      '      diff: |',
      '        --- expected',
      '        +++ actual',
      '        @@ -1,1 +1,60 @@',
      ...lines,
      '      ...',
      'not ok 1 - test/a.test.ts',
    ].join('\n'),
  );
  t.same(short.slice(0, 2), ['  not ok test/a.test.ts - x', '    +0']);
  t.equal(short.at(-1), '    … 36 more lines');
  t.equal(short.length, 26);
  t.end();
});
