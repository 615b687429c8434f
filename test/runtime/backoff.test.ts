import { test } from 'tap';
import { backoffDelay, withJitter } from '../../src/runtime/backoff.ts';

test('the delay doubles with each failure up to the maximum', (t) => {
  const options = { initialMs: 1_000, maxMs: 60_000, jitter: 0 };
  t.same(
    [1, 2, 3, 6, 7, 5_000].map((failures) => backoffDelay(failures, options)),
    [1_000, 2_000, 4_000, 32_000, 60_000, 60_000],
  );
  t.end();
});

test('jitter varies a delay by at most its share', (t) => {
  const delays = Array.from({ length: 1_000 }, () => withJitter(1_000, 0.1));
  t.ok(delays.every((ms) => ms >= 900 && ms <= 1_100));
  t.ok(new Set(delays).size > 1, 'delays differ');
  t.end();
});
