import { test } from 'tap';
import { countMinutesRemaining, parseLoginTime } from '../../../src/aaa/policy/limit/login-time.ts';

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

/* Clocks change in Berlin at 01:00 UTC, in New York at 02:00 and on Lord Howe by half an hour at 02:00 local time. */
for (const [zone, text, when, left] of [
  ['Europe/Berlin', 'Su0000-0359', '2026-03-28T23:30', 150],
  ['Europe/Berlin', 'Su0000-0159', '2026-03-29T00:30', 30],
  ['Europe/Berlin', 'Su0200-0259', '2026-03-29T00:59', 0],
  ['Europe/Berlin', 'Su0200-0259', '2026-03-29T01:00', 0],
  ['Europe/Berlin', 'Su0300-0359', '2026-03-29T01:00', 60],
  ['Europe/Berlin', 'Sa2200-2359,Su0000-0559', '2026-03-28T21:30', 390],
  ['Europe/Berlin', 'Any0300-0159', '2026-03-28T12:00', 2160],
  ['Europe/Berlin', 'Mo-Sa', '2026-03-22T23:00', 6 * 1440],
  ['Europe/Berlin', 'Tu-Su', '2026-03-23T23:00', 6 * 1440 - 60],
  ['Europe/Berlin', 'Su0200-0259', '2026-10-25T00:00', 120],
  ['Europe/Berlin', 'Su0200-0259', '2026-10-25T00:30', 90],
  ['Europe/Berlin', 'Su0200-0259', '2026-10-25T01:30', 30],
  ['Europe/Berlin', 'Su0000-0230', '2026-10-24T22:00', 151],
  ['Europe/Berlin', 'Su0000-0230', '2026-10-25T00:45', 0],
  ['Europe/Berlin', 'Su0000-0230', '2026-10-25T01:00', 31],
  ['Europe/Berlin', 'Sa2200-2359,Su0000-0559', '2026-10-24T20:00', 540],
  ['Europe/Berlin', 'Tu-Su', '2026-10-19T22:00', 6 * 1440 + 60],
  ['America/New_York', 'Su0000-0359', '2026-03-08T05:00', 180],
  ['America/New_York', 'Wk0900-1659', '2026-03-06T21:00', 60],
  ['America/New_York', 'Wk0900-1659', '2026-03-09T12:59', 0],
  ['America/New_York', 'Wk0900-1659', '2026-03-09T13:00', 480],
  ['America/New_York', 'Su0100-0159', '2026-11-01T05:30', 90],
  ['Australia/Lord_Howe', 'Su0100-0259', '2026-04-04T14:00', 150],
  ['Australia/Lord_Howe', 'Su0130-0159', '2026-04-04T14:45', 45],
  ['Australia/Lord_Howe', 'Su0000-0259', '2026-10-03T14:30', 90],
  ['Australia/Lord_Howe', 'Su0200-0229', '2026-10-03T15:30', 0],
  ['Asia/Kolkata', 'We0900-1659', '2026-01-07T03:29', 0],
  ['Asia/Kolkata', 'We0900-1659', '2026-01-07T03:30', 480],
  ['Asia/Kolkata', 'We2200-0559', '2026-01-06T18:30', 360],
  ['Asia/Kolkata', 'Any', '2026-01-06T18:30', null],
] as const)
  test(`${text} in ${zone}: at ${when} UTC ${left ?? 'all'} minutes remain`, (t) => {
    const week = parseLoginTime(text);
    t.equal(week && countMinutesRemaining(week, new Date(`${when}Z`), zone), left);
    t.end();
  });

test('a minute is counted by the week of every hour, as step by step', (t) => {
  const week = parseLoginTime('Mo-We0600-0159,Sa,Su0200-0230') ?? new Uint8Array();
  for (const zone of ['Europe/Berlin', 'Australia/Lord_Howe'])
    for (let hour = 0; hour < 24 * 14; hour += 5) {
      const at = Date.UTC(2026, 9, 1) + hour * 3_600_000;
      const left = countMinutesRemaining(week, new Date(at), zone) ?? 0;
      const allowed = (minutes: number) =>
        countMinutesRemaining(week, new Date(at + minutes * 60_000), zone) !== 0;
      const isRight = !allowed(left) && (left === 0 || (allowed(0) && allowed(left - 1)));
      t.ok(isRight, `${zone}, ${new Date(at).toISOString()}: ${left}`);
    }
  t.end();
});

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
