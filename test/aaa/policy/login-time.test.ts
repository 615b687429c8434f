import { test } from 'tap';
import { countMinutesRemaining, parseLoginTime } from '../../../src/aaa/policy/login-time.ts';

/** A Wednesday. */
const at = (clock: string, day = 7) =>
  new Date(2026, 0, day, Number(clock.slice(0, 2)), Number(clock.slice(3)));

for (const [text, when, left] of [
  ['Wk0800-1759', at('12:00'), 360],
  ['Wk0800-1759', at('17:59'), 1],
  ['Wk0800-1759', at('18:00'), 0],
  ['Wk0800-1759', at('07:59'), 0],
  ['Wk0800-1759', at('12:00', 10), 0],
  ['We', at('00:00'), 1440],
  ['MoWe', at('23:59'), 1],
  ['Tu-Th', at('12:00'), 720 + 1440],
  ['Fr-Mo', at('12:00', 11), 720 + 1440],
  ['Fr-Mo', at('12:00'), 0],
  ['We2200-0559', at('23:00'), 60],
  ['We2200-0559', at('05:00'), 60],
  ['We2200-0559', at('05:00', 8), 0],
  ['Sa,Su1000-1159|We1100-1259', at('12:30'), 30],
  ['Any0000-2359', at('12:00'), null],
  ['Al', at('12:00'), null],
  ['any', at('12:00', 11), null],
] as const) {
  test(`${text}: on ${when.toDateString()} at ${when.toTimeString().slice(0, 5)} ${left ?? 'all'} minutes remain`, (t) => {
    const week = parseLoginTime(text);
    t.equal(week && countMinutesRemaining(week, when), left);
    t.ok(week);
    t.end();
  });
}

for (const text of [
  '',
  'Xx',
  'Wk-Fr',
  'We0800',
  'We0860-1000',
  'We2500-2600',
  'We0800-1800x',
  'Mo,,We',
  `${'a'.repeat(250)}!`,
]) {
  test(`"${text.slice(0, 20)}" is not in the syntax of Login-Time`, (t) => {
    t.equal(parseLoginTime(text), null);
    t.end();
  });
}
