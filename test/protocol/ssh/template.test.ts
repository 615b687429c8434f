import { execFileSync } from 'node:child_process';
import { test } from 'tap';
import { fillTemplate } from '../../../src/protocol/ssh/template.ts';

const hostile = [
  "it's",
  `"$(id)\`id\`\${HOME}"`,
  '; exit 3',
  'two\nlines\r\n',
  '\\',
  "'",
  "''",
  '-n',
  '* ? [a]',
  '!! # &',
  '',
  'Süd 😀',
];

test('a shell reads each value as one word, unchanged', (t) => {
  for (const value of hostile) {
    const line = fillTemplate('printf %s x={{ value }}', value, 'sh');
    t.equal(execFileSync('sh', ['-c', line], { encoding: 'utf8' }), `x=${value}`);
  }
  t.end();
});

test('what a quoting cannot carry is unsupported', (t) => {
  t.throws(() => fillTemplate('set {{ value }}', 'a\0b', 'sh'), { name: 'Fault' });
  for (const value of [...hostile, 'a b', 'a;b', '-flag'])
    t.throws(() => fillTemplate('set {{ value }}', value, 'word'), { name: 'Fault' }, value);
  t.equal(fillTemplate('set {{ value }}', '5g-1.2:3/x@y', 'word'), 'set 5g-1.2:3/x@y');
  t.end();
});

test('a command without a place for the value, or with one inside quotes, is unsupported', (t) => {
  const faulty = [
    'uci commit',
    `uci set x="{{ value }}"`,
    `uci set x='{{ value }}'`,
    'uci set x=`echo {{ value }}`',
    `sh -c "echo a" 'b {{ value }}'`,
    'cat <<END\n{{ value }}\nEND',
  ];
  for (const run of faulty) t.throws(() => fillTemplate(run, 'x', 'sh'), { name: 'Fault' }, run);
  t.equal(fillTemplate(`echo "a" \\" {{ value }}`, 'x', 'sh'), `echo "a" \\" 'x'`);
  t.end();
});
