import { test } from 'tap';
import { StatementNames } from '../../src/store/postgres/statement-names.ts';

test('a text has a name from its third use on, and keeps it', (t) => {
  const names = new StatementNames();
  const given = [1, 2, 3, 4].map(() => names.nameOf('select 1'));
  t.same(given, [undefined, undefined, 's1', 's1']);
  t.same([names.nameOf('select 2'), names.nameOf('select 2')], [undefined, undefined]);
  t.equal(names.nameOf('select 2'), 's2');
  t.end();
});

test('the number of names is limited, and existing names stay', (t) => {
  const names = new StatementNames();
  const given = new Set<string>();
  for (let use = 0; use < 3_000; use += 1)
    given.add(names.nameOf(`select ${Math.floor(use / 3)}`) ?? '');
  given.delete('');
  t.equal(given.size, 200);
  t.equal(names.nameOf('select 0'), 's1');
  t.end();
});
