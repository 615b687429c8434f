import { test } from 'tap';
import { findOffsets } from '../../../../src/aaa/session/sums/local-time.ts';

const hour = 3_600_000;

test('the offsets of a time zone change at the second of the change', (t) => {
  const period = { from: Date.UTC(2026, 0, 1), until: Date.UTC(2027, 0, 1) };
  t.same(findOffsets('Europe/Rome', period), [
    { offset: hour, until: Date.UTC(2026, 2, 29, 1) },
    { offset: 2 * hour, until: Date.UTC(2026, 9, 25, 1) },
    { offset: hour, until: null },
  ]);
  t.same(findOffsets('Asia/Kolkata', period), [{ offset: 5.5 * hour, until: null }]);
  const ramadan = { from: Date.UTC(2026, 0, 1), until: Date.UTC(2026, 3, 1) };
  t.equal(findOffsets('Africa/Casablanca', ramadan).length, 3, 'two changes within five weeks');
  t.end();
});
