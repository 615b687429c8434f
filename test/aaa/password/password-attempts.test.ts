import { test } from 'tap';
import {
  PasswordAttempts,
  personOf,
  type PasswordAttempt,
} from '../../../src/aaa/password/password-attempts.ts';
import { Fault } from '../../../src/contract/errors.ts';
import { Secret } from '../../../src/contract/secret.ts';
import { ManualClock } from '../../manual-clock.ts';

let tried = 0;

/** A try with another password each time. */
const guess = (more: Partial<PasswordAttempt> = {}): PasswordAttempt => ({
  person: 'user 7',
  place: 'organization 1',
  device: '02:00:00:00:00:01',
  host: null,
  password: new Secret(`guess ${(tried += 1)}`),
  mayLackDevice: false,
  ...more,
});

function startAttempts() {
  const clock = new ManualClock();
  const attempts = new PasswordAttempts(clock.monotonicMs);
  const isAdmitted = (attempt: PasswordAttempt) => {
    try {
      attempts.admit(attempt);
      return true;
    } catch (error) {
      if (error instanceof Fault && error.kind === 'throttled') return false;
      throw error;
    }
  };
  const admittedOf = (count: number, attempt: (index: number) => PasswordAttempt) =>
    Array.from({ length: count }, (_, index) => isAdmitted(attempt(index))).filter(Boolean).length;
  return { attempts, clock, admittedOf, isAdmitted };
}

test('a person is the user, by whichever name', (t) => {
  t.equal(personOf(7, 'alice'), personOf(7, 'ALICE@example.org'));
  t.equal(personOf(null, 'Nobody'), personOf(undefined, 'nobody'));
  t.end();
});

test('guesses from one device are limited, and do not lock the person out elsewhere', async (t) => {
  const { clock, admittedOf, isAdmitted } = startAttempts();
  t.equal(
    admittedOf(40, () => guess()),
    10,
  );
  t.ok(isAdmitted(guess({ device: '02:00:00:00:00:02' })), 'another device');
  await clock.advance(6_000);
  t.equal(
    admittedOf(3, () => guess()),
    1,
    'one more after six seconds',
  );
  t.end();
});

test('a device that logged the person in before is not locked out by guesses from many', (t) => {
  const { attempts, admittedOf, isAdmitted } = startAttempts();
  const own = { device: '02:00:00:00:00:99' };
  attempts.admit(guess(own)).accept();
  t.equal(
    admittedOf(300, (index) => guess({ device: `device ${index}` })),
    50,
  );
  t.notOk(isAdmitted(guess({ device: 'a new device' })));
  t.ok(isAdmitted(guess(own)));
  t.equal(
    admittedOf(40, () => guess(own)),
    9,
    'and is limited itself',
  );
  t.end();
});

test('a device that tries many persons is slowed, and so is one password with many names', (t) => {
  const { admittedOf } = startAttempts();
  t.equal(
    admittedOf(100, (index) => guess({ person: `user ${index}` })),
    30,
  );
  const password = new Secret('summer');
  const spray = (index: number) =>
    guess({ person: `user ${index}`, device: `device ${index}`, password });
  t.equal(admittedOf(100, spray), 30);
  const host = '192.0.2.7';
  const fromOneHost = (index: number) =>
    guess({ person: `p ${index}`, device: `d ${index}`, host });
  t.equal(admittedOf(200, fromOneHost), 100);
  t.end();
});

test('right passwords are not counted', (t) => {
  const { attempts, isAdmitted } = startAttempts();
  const password = new Secret('the same for all guests');
  for (let index = 0; index < 200; index += 1)
    attempts.admit(guess({ person: `user ${index}`, password })).accept();
  t.ok(isAdmitted(guess()));
  t.end();
});

test('without a device a NAS has more attempts than an app', (t) => {
  const { admittedOf } = startAttempts();
  t.equal(
    admittedOf(100, () => guess({ device: null, place: 'client 1', mayLackDevice: true })),
    50,
  );
  t.equal(
    admittedOf(100, () => guess({ device: null })),
    10,
  );
  t.end();
});
