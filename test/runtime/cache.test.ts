import { test } from 'tap';
import { oncePer, TtlCache } from '../../src/runtime/cache.ts';

/** Creates a cache whose clock stands still until it is advanced. */
function createCache({ ttlMs = 1_000, maxEntries = 100 } = {}) {
  let now = 5_000;
  const cache = new TtlCache<number>({ ttlMs, maxEntries, clock: () => now });
  const advance = (ms: number) => {
    now += ms;
  };
  return { cache, advance };
}

const keysOf = (cache: TtlCache<number>, keys: string) =>
  Array.from(keys)
    .filter((key) => cache.get(key) !== undefined)
    .join('');

test('an entry expires after its TTL, which starts again when it is replaced', (t) => {
  const { cache, advance } = createCache();
  cache.set('a', 1);
  advance(600);
  cache.set('b', 2);
  cache.set('c', 3);
  advance(300);
  cache.set('b', 4);
  advance(99);
  t.equal(cache.get('a'), 1);
  advance(1);
  t.equal(cache.get('a'), undefined);
  advance(600);
  t.equal(keysOf(cache, 'abc'), 'b');
  t.equal(cache.get('b'), 4);
  cache.set('d', 5);
  t.equal(cache.size, 2, 'expired entries are evicted when one is added');
  t.end();
});

test('beyond the maximum the oldest entries are evicted', (t) => {
  const { cache } = createCache({ maxEntries: 3 });
  for (const [place, key] of ['a', 'b', 'c'].entries()) cache.set(key, place);
  cache.set('a', 9);
  cache.set('d', 4);
  t.equal(keysOf(cache, 'abcd'), 'acd');
  cache.set('e', 5);
  t.equal(keysOf(cache, 'abcde'), 'ade');
  t.equal(cache.size, 3);
  t.end();
});

test('the order of the others stays when an entry is deleted', (t) => {
  for (const deleted of 'abc') {
    const { cache } = createCache({ maxEntries: 3 });
    for (const key of 'abc') cache.set(key, 1);
    cache.delete(deleted);
    cache.delete('unknown');
    const left = 'abc'.replace(deleted, '');
    for (const key of 'de') cache.set(key, 2);
    t.equal(keysOf(cache, 'abcde'), `${left.slice(1)}de`, `without ${deleted}`);
    cache.set('f', 3);
    t.equal(keysOf(cache, 'abcdef'), 'def');
  }
  t.end();
});

test('a result is computed once for each object', (t) => {
  let computed = 0;
  const sizeOf = oncePer<readonly unknown[], { readonly size: number }>((list) => {
    computed += 1;
    return { size: list.length };
  });
  const [one, two] = [[1], [1]];
  t.equal(sizeOf(one), sizeOf(one));
  t.not(sizeOf(one), sizeOf(two));
  t.equal(computed, 2);
  t.end();
});
