import { Fault } from '../../contract/errors.ts';
import type { LoginTests } from '../../gateway/login-test.ts';
import { Semaphore } from '../../runtime/limit/semaphore.ts';

const maxRunning = 4;
const maxWaiting = 16;

/** Creates the seam between the API and RADIUS for logins that are tried out. */
export function createLoginTests(): LoginTests {
  const limit = new Semaphore({ max: maxRunning, maxWaiting, name: 'test logins' });
  let send: LoginTests['run'] = () =>
    Promise.reject(new Fault('unavailable', 'RADIUS has not started yet.'));
  return {
    run: (test) => limit.run(() => send(test)),
    runBy(run) {
      send = run;
    },
  };
}
