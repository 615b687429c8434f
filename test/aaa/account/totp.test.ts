import { test } from 'tap';
import {
  hashRecoveryCode,
  generateRecoveryCodes,
} from '../../../src/aaa/account/totp/recovery-code.ts';
import {
  encodeBase32,
  findStep,
  generateTotpSecret,
  stepAt,
  totpCode,
  totpUri,
} from '../../../src/aaa/account/totp/totp.ts';
import { Secret } from '../../../src/contract/secret.ts';

/** The secret of the test values of both RFCs. */
const rfc = new Secret(encodeBase32(Buffer.from('12345678901234567890')));

test('RFC 4226 appendix D: codes of counters', (t) => {
  const codes = '755224 287082 359152 969429 338314 254676 287922 162583 399871 520489'.split(' ');
  t.same(
    codes.map((_, counter) => totpCode(rfc, counter)),
    codes,
  );
  t.end();
});

test('RFC 6238 appendix B: codes of times with SHA-1, their last six digits', (t) => {
  for (const [seconds, code] of [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ] as const) {
    const at = new Date(seconds * 1000);
    t.equal(totpCode(rfc, stepAt(at)), code);
    t.equal(findStep(rfc, code, at), stepAt(at));
  }
  t.end();
});

test('a code is accepted one step before and after its own, and no further', (t) => {
  const at = new Date('2026-03-01T12:00:10Z');
  const step = stepAt(at);
  const accepted = [-2, -1, 0, 1, 2].map((offset) =>
    findStep(rfc, totpCode(rfc, step + offset), at),
  );
  t.same(accepted, [null, step - 1, step, step + 1, null]);
  for (const wrong of ['', '12345', '1234567', 'abcdef'])
    t.equal(findStep(rfc, wrong, at), null, wrong);
  t.end();
});

test('an authenticator app gets secret, issuer and user name', (t) => {
  const secret = generateTotpSecret();
  t.match(secret, /^[A-Z2-7]{32}$/);
  const account = { issuer: 'Gatehouse Hotel Aurora', username: 'anna: é' };
  t.equal(
    totpUri(new Secret(secret), account),
    `otpauth://totp/Gatehouse%20Hotel%20Aurora:anna%3A%20%C3%A9?secret=${secret}&issuer=Gatehouse%20Hotel%20Aurora&algorithm=SHA1&digits=6&period=30`,
  );
  t.end();
});

test('a recovery code is found however it is typed', (t) => {
  const codes = generateRecoveryCodes();
  t.equal(new Set(codes).size, 10);
  for (const code of codes) {
    t.match(code, /^(?:[a-z2-7]{4}-){3}[a-z2-7]{4}$/);
    t.equal(
      hashRecoveryCode(` ${code.toUpperCase().replaceAll('-', ' ')}`),
      hashRecoveryCode(code),
    );
  }
  t.end();
});
