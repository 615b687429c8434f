import { test } from 'tap';
import { canonicalMac, formatTime, parseTime } from '../src/contract/fields.ts';

/* How kinds of field are read and written. */

test('a time is written as Date writes it', (t) => {
  const days = [0, 1, 19_723, 19_724, 2_932_896, 2_932_897, -1, -719_163, 100_000_000];
  const within = [0, 1, 999, 1000, 59_999, 3_599_999, 45_296_789, 86_399_999];
  for (const at of days.flatMap((day) =>
    within.map((ms) => Math.min(day * 86_400_000 + ms, 8.64e15)),
  ))
    t.equal(formatTime(at), new Date(at).toISOString());
  t.end();
});

for (const [text, wanted] of [
  ['2026-01-31', '2026-01-31T00:00:00.000Z'],
  ['2026-01-31 12:00:00', '2026-01-31T12:00:00.000Z'],
  ['2026-01-31T12:00:00.123456Z', '2026-01-31T12:00:00.123Z'],
  ['2026-01-31T12:00:00+02:00', '2026-01-31T10:00:00.000Z'],
  ['2026-02-30', null],
  ['31.01.2026', null],
  ['2026-01-31T25:00:00Z', null],
] as const) {
  test(`the time ${text} is read as ${wanted ?? 'none'}`, (t) => {
    const at = parseTime(text);
    t.equal(at === null ? null : formatTime(at), wanted);
    t.end();
  });
}

test('a MAC address is read in every usual spelling', (t) => {
  for (const text of ['02:00:5e:00:53:01', '02-00-5E-00-53-01', '0200.5e00.5301', '02005E005301'])
    t.equal(canonicalMac(text), '02:00:5E:00:53:01', text);
  for (const text of ['', '02:00:5e:00:53', '02:00:5e:00:53:0g', '02:00:5e:00:53:01:02'])
    t.equal(canonicalMac(text), null, text);
  t.end();
});
