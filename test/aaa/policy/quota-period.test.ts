import { test } from 'tap';
import { endOfPeriod, startOfPeriod } from '../../../src/aaa/policy/limit/quota-period.ts';
import { east, west } from '../../radius/east-and-west.ts';

const at = (text: string) => new Date(text);
const shown = (time: number | null) => (time === null ? null : new Date(time).toISOString());

/* Midnight of a site, by the clocks there; weeks begin on Sunday. */
const cases = [
  // Wednesday 2 September 2026, 20:00 UTC: Thursday in the east, Wednesday in the west.
  ['daily', '2026-09-02T20:00:00Z', east, '2026-09-02T10:00:00.000Z', '2026-09-03T10:00:00.000Z'],
  ['daily', '2026-09-02T20:00:00Z', west, '2026-09-02T12:00:00.000Z', '2026-09-03T12:00:00.000Z'],
  // Saturday evening in UTC is Sunday in the east.
  ['weekly', '2026-09-05T20:00:00Z', east, '2026-09-05T10:00:00.000Z', '2026-09-12T10:00:00.000Z'],
  ['weekly', '2026-09-05T20:00:00Z', west, '2026-08-30T12:00:00.000Z', '2026-09-06T12:00:00.000Z'],
  // The last evening of a month in UTC, and of a year.
  ['monthly', '2026-08-31T20:00:00Z', east, '2026-08-31T10:00:00.000Z', '2026-09-30T10:00:00.000Z'],
  ['monthly', '2026-08-31T20:00:00Z', west, '2026-08-01T12:00:00.000Z', '2026-09-01T12:00:00.000Z'],
  ['monthly', '2026-12-31T20:00:00Z', east, '2026-12-31T10:00:00.000Z', '2027-01-31T10:00:00.000Z'],
  // Days of 23 and 25 hours.
  [
    'daily',
    '2026-03-29T12:00:00Z',
    'Europe/Berlin',
    '2026-03-28T23:00:00.000Z',
    '2026-03-29T22:00:00.000Z',
  ],
  [
    'daily',
    '2026-10-25T12:00:00Z',
    'Europe/Berlin',
    '2026-10-24T22:00:00.000Z',
    '2026-10-25T23:00:00.000Z',
  ],
  ['all', '2026-09-02T20:00:00Z', east, '1970-01-01T00:00:00.000Z', null],
] as const;

for (const [period, now, timeZone, start, end] of cases)
  test(`${period} at ${now} in ${timeZone}`, (t) => {
    const zoned = { now: at(now), timeZone };
    t.equal(shown(startOfPeriod(period, zoned)), start);
    t.equal(shown(endOfPeriod(period, zoned)), end);
    t.end();
  });

test('without a time zone the clocks of the gateway count', (t) => {
  const now = at('2026-09-02T20:00:00Z');
  const local = new Date(now.getFullYear(), now.getMonth(), now.getDate());
  t.equal(startOfPeriod('daily', { now, timeZone: null }), local.getTime());
  t.end();
});
