import { test } from 'tap';
import { asFault } from '../../src/contract/errors.ts';
import { LoginGuesses } from '../../src/portal/login-guesses.ts';
import { sleepToStep } from '../../src/portal/login-rejection.ts';
import { ManualClock } from '../manual-clock.ts';

const page = { organization: 1, page: 7 };
const guesser = (number: number) => ({ ...page, host: `2001:db8:${number.toString(16)}::` });

/** Returns how long a login waits, in steps of 50 ms. */
async function waitOf(guesses: LoginGuesses, clock: ManualClock, origin = guesser(1_000_000)) {
  const startedAt = clock.monotonicMs();
  const admittedAt = guesses.admit(origin).then(() => clock.monotonicMs());
  for (let step = 0; step <= 240; step += 1) await clock.advance(50);
  return (await admittedAt) - startedAt;
}

test('what guests mistype delays nobody', async (t) => {
  const clock = new ManualClock();
  const guesses = new LoginGuesses(clock);
  for (let number = 0; number < 60; number += 1) guesses.wrong(guesser(number));
  t.equal(await waitOf(guesses, clock), 0);
  t.same(guesses.guessedPages(), []);
});

test('guesses from ever other addresses delay the logins of their page, the more the longer', async (t) => {
  const clock = new ManualClock();
  const guesses = new LoginGuesses(clock);
  const delays: number[] = [];
  for (let round = 0; round < 6; round += 1) {
    for (let number = 0; number < 60; number += 1) guesses.wrong(guesser(round * 60 + number));
    delays.push(await waitOf(guesses, clock));
  }
  t.equal(delays[0], 0);
  for (const [at, delay] of delays.entries())
    if (at > 1) t.ok(delay > (delays[at - 1] ?? 0) || delay >= 9_900, delays.join());
  t.ok(Math.max(...delays) <= 10_000, delays.join());
  t.match(guesses.guessedPages(), [{ ...page, excess: Number }]);
  t.equal(
    await waitOf(guesses, clock, { ...guesser(1), page: 8 }),
    0,
    'another page is not slower',
  );
  await clock.advance(3_600_000);
  t.same(guesses.guessedPages(), [], 'it passes');
});

test('after very many wrong logins the delay passes within minutes', async (t) => {
  const clock = new ManualClock();
  const guesses = new LoginGuesses(clock);
  for (let number = 0; number < 20_000; number += 1) guesses.wrong(guesser(number));
  t.ok((await waitOf(guesses, clock)) >= 9_900, 'the longest delay');
  await clock.advance(9 * 60_000);
  t.equal(await waitOf(guesses, clock), 0);
  t.same(guesses.guessedPages(), []);
});

test('a site whose guests log in is not delayed by guesses from elsewhere', async (t) => {
  const clock = new ManualClock();
  const guesses = new LoginGuesses(clock);
  const site = { ...page, host: '198.51.100.7' };
  guesses.right(site);
  for (let number = 0; number < 500; number += 1) guesses.wrong(guesser(number));
  t.equal(await waitOf(guesses, clock, site), 0);
  t.ok((await waitOf(guesses, clock)) > 5_000);
});

test('the logins that wait are bounded, of one address and in all', async (t) => {
  const clock = new ManualClock();
  const guesses = new LoginGuesses(clock);
  for (let number = 0; number < 500; number += 1) guesses.wrong(guesser(number));
  const outcomes = { waiting: 0, throttled: 0 };
  const admit = (number: number) => {
    outcomes.waiting += 1;
    return guesses.admit(guesser(number)).catch((error: unknown) => {
      t.match(asFault(error), { kind: 'throttled', retryAfter: Number });
      outcomes.waiting -= 1;
      outcomes.throttled += 1;
    });
  };
  const all = Array.from({ length: 20 }, () => admit(1));
  await clock.advance(0);
  t.same(outcomes, { waiting: 8, throttled: 12 });
  all.push(...Array.from({ length: 300 }, (_, number) => admit(number + 2)));
  await clock.advance(0);
  t.same(outcomes, { waiting: 256, throttled: 64 });
  await clock.advance(10_000);
  await Promise.all(all);
});

test('a rejection comes at the next full half second, however long the check took', async (t) => {
  for (const [checkMs, repliedAt] of [
    [0, 500],
    [499, 500],
    [500, 1_000],
    [760, 1_000],
  ] as const) {
    const clock = new ManualClock();
    const startedAt = clock.monotonicMs();
    await clock.advance(checkMs);
    let isOver = false;
    const slept = sleepToStep(clock, startedAt).then(() => (isOver = true));
    await clock.advance(repliedAt - checkMs - 1);
    t.notOk(isOver, `${checkMs} ms: not before`);
    await clock.advance(1);
    await slept;
  }
});
