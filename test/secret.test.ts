import { inspect } from 'node:util';
import { test } from 'tap';
import { Secret } from '../src/contract/secret.ts';

test('a secret shows its value only through reveal', (t) => {
  const secret = new Secret('hunter2');
  for (const shown of [
    String(secret),
    JSON.stringify({ secret }),
    inspect({ secret }, { depth: 9, showHidden: true }),
  ]) {
    t.notMatch(shown, 'hunter2');
    t.match(shown, '***');
  }
  t.equal(secret.reveal(), 'hunter2');
  t.end();
});
