import { test } from 'tap';
import { TtlCache } from '../../src/runtime/ttl-cache.ts';

/** With a clock that stands still until it is moved. */
function mapOf({ lifetimeMs = 1_000, most = 100 } = {}) {
  let now = 5_000;
  const map = new TtlCache<number>({ ttlMs: lifetimeMs, maxEntries: most, clock: () => now });
  const pass = (ms: number) => {
    now += ms;
  };
  return { map, pass };
}

const keysOf = (map: TtlCache<number>, keys: string) =>
  Array.from(keys)
    .filter((key) => map.get(key) !== undefined)
    .join('');

test('an entry ends after its time, and what is set anew lives anew', (t) => {
  const { map, pass } = mapOf();
  map.set('a', 1);
  pass(600);
  map.set('b', 2);
  map.set('c', 3);
  pass(300);
  map.set('b', 4);
  pass(99);
  t.equal(map.get('a'), 1);
  pass(1);
  t.equal(map.get('a'), undefined);
  pass(600);
  t.equal(keysOf(map, 'abc'), 'b');
  t.equal(map.get('b'), 4);
  map.set('d', 5);
  t.equal(map.size, 2, 'what has ended is gone once something comes');
  t.end();
});

test('where there are too many the oldest go, in order of age', (t) => {
  const { map } = mapOf({ most: 3 });
  for (const [place, key] of ['a', 'b', 'c'].entries()) map.set(key, place);
  map.set('a', 9);
  map.set('d', 4);
  t.equal(keysOf(map, 'abcd'), 'acd');
  map.set('e', 5);
  t.equal(keysOf(map, 'abcde'), 'ade');
  t.equal(map.size, 3);
  t.end();
});

test('whichever entry is deleted, the others keep their order', (t) => {
  for (const gone of 'abc') {
    const { map } = mapOf({ most: 3 });
    for (const key of 'abc') map.set(key, 1);
    map.delete(gone);
    map.delete('never there');
    const left = 'abc'.replace(gone, '');
    for (const key of 'de') map.set(key, 2);
    t.equal(keysOf(map, 'abcde'), `${left.slice(1)}de`, `without ${gone}`);
    map.set('f', 3);
    t.equal(keysOf(map, 'abcdef'), 'def');
  }
  t.end();
});
