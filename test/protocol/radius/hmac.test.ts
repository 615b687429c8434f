import { createHmac, randomBytes } from 'node:crypto';
import { test } from 'tap';
import { hmacMd5 } from '../../../src/protocol/radius/authenticator.ts';
import { Secret } from '../../../src/contract/secret.ts';

test('HMAC-MD5 gives what RFC 2202 section 2 says', (t) => {
  const digest = hmacMd5(Buffer.from('what do ya want for nothing?'), new Secret('Jefe'));
  t.equal(digest.toString('hex'), '750c783e6ab0b503eaa86e310a5db738');
  t.end();
});

for (const length of [1, 63, 64, 65, 300])
  test(`of a secret of ${length} octets it is what OpenSSL makes of it`, (t) => {
    const secret = randomBytes(length).toString('hex').slice(0, length);
    const shared = new Secret(secret);
    for (const octets of [Buffer.alloc(0), randomBytes(20), randomBytes(4_096)])
      t.same(
        hmacMd5(octets, shared),
        createHmac('md5', secret).update(octets).digest(),
        `${octets.length} octets`,
      );
    t.end();
  });
