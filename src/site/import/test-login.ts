import { randomBytes } from 'node:crypto';
import { hideValue, type HidingKey } from '../../protocol/radius/attribute-hiding.ts';
import { attributeType } from '../../protocol/radius/attribute-type.ts';
import { md5 } from '../../protocol/radius/authenticator.ts';
import { challengeResponse } from '../../protocol/radius/ms-chap.ts';
import { ntPasswordHash } from '../../protocol/radius/nt-hash.ts';
import { encodeAttribute, encodeVendorAttribute } from '../../protocol/radius/vendor-specific.ts';
import { NtHash, type Secret } from '../../contract/secret.ts';

/** A login with a known password, or with its NT hash. */
export interface TestLogin {
  readonly username: string;
  readonly method: 'PAP' | 'CHAP' | 'MS-CHAP';
  readonly password: Secret;
}

/** Returns the logins that compare a user. */
export function loginsOf(username: string, password: Secret): readonly TestLogin[] {
  const methods =
    password instanceof NtHash ? (['MS-CHAP'] as const) : (['PAP', 'CHAP', 'MS-CHAP'] as const);
  return methods.map((method) => ({ username, method, password }));
}

/** Encodes the attributes of an Access-Request. */
export function encodeLogin(login: TestLogin, key: HidingKey): Buffer {
  return Buffer.concat([
    attribute(attributeType.userName, Buffer.from(login.username)),
    attribute(attributeType.nasIdentifier, Buffer.from('gatehouse-compare')),
    ...encoders[login.method](login, key),
  ]);
}

const encoders: Readonly<
  Record<TestLogin['method'], (login: TestLogin, key: HidingKey) => readonly Buffer[]>
> = {
  PAP: ({ password }, key) => [
    attribute(attributeType.userPassword, hideValue(Buffer.from(password.reveal()), key)),
  ],
  CHAP: ({ password }) => {
    const challenge = randomBytes(16);
    const ident = Buffer.from([1]);
    const response = md5([ident, Buffer.from(password.reveal()), challenge]);
    return [
      attribute(attributeType.chapPassword, Buffer.concat([ident, response])),
      attribute(attributeType.chapChallenge, challenge),
    ];
  },
  'MS-CHAP': ({ password }) => {
    const challenge = randomBytes(8);
    const response = challengeResponse(challenge, ntPasswordHash(password));
    // Ident, the flag for the NT response, and an empty LAN Manager response (RFC 2548 section 2.1.3).
    const value = Buffer.concat([Buffer.from([1, 1]), Buffer.alloc(24), response]);
    return [microsoft(11, challenge), microsoft(1, value)];
  },
};

function attribute(type: number, value: Buffer): Buffer {
  return encodeAttribute(type, value) ?? Buffer.alloc(0);
}

function microsoft(type: number, value: Buffer): Buffer {
  const vendor = { name: 'Microsoft', number: 311, typeOctets: 1, lengthOctets: 1 };
  return encodeVendorAttribute({ vendor, type, value }) ?? Buffer.alloc(0);
}
