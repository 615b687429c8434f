import { isUtf8 } from 'node:buffer';
import type { Proof } from '../aaa/proof.ts';
import { attribute } from '../protocol/radius/attribute.ts';
import { chapOf, isChapRight } from '../protocol/radius/chap.ts';
import { msChapOf, msChapVersions } from '../protocol/radius/ms-attributes.ts';
import { isMsChapRight, type MsChap } from '../protocol/radius/mschap.ts';
import { firstInteger, has, type Packet } from '../protocol/radius/packet.ts';
import { userPassword } from '../protocol/radius/password.ts';
import { Secret } from '../secret.ts';

/** How a request proves who sent it. */
export interface Credentials {
  readonly proof: Proof;
  /** Set where it does so by MS-CHAP: the reply speaks of it, too. */
  readonly msChap: MsChap | null;
}

const authorizeOnly = 17;

/** One way to prove who one is, and no other beside it (RFC 2865 section 4.1). */
export function credentialsOf(packet: Packet, secret: Secret, username: string): Credentials {
  const given = methodsOf(packet);
  const [method = 'none', ...others] = given;
  if (others.length > 0) return unusable(given.join('+'), 'there must be one proof, not several');
  if (firstInteger(packet, attribute.serviceType) === authorizeOnly)
    return unusable('Authorize-Only', 'an authorization check needs a session that it is for');
  if (method.startsWith('MS-')) return byMsChap(method, msChapOf(packet, username));
  const read = readers[method];
  return read ? { proof: read(packet, secret), msChap: null } : unusable(method, `${method} is not spoken here`);
}

function methodsOf(packet: Packet): string[] {
  const isGiven = (type: number) => has(packet, type);
  return [
    ...(isGiven(attribute.userPassword) ? ['PAP'] : []),
    ...(isGiven(attribute.chapPassword) ? ['CHAP'] : []),
    ...msChapVersions(packet).map((version) => (version === 2 ? 'MS-CHAPv2' : 'MS-CHAP')),
    ...(isGiven(attribute.eapMessage) ? ['EAP'] : []),
  ];
}

const readers: Readonly<Record<string, (packet: Packet, secret: Secret) => Proof>> = {
  none: () => ({ kind: 'none', method: 'none', why: 'no password given' }),
  PAP: pap,
  CHAP: chap,
};

function pap(packet: Packet, secret: Secret): Proof {
  const password = userPassword(packet, secret);
  if (!password) return { kind: 'none', method: 'PAP', why: 'User-Password has a size that none can have' };
  if (!isUtf8(password)) return { kind: 'none', method: 'PAP', why: 'the password is no text: is the shared secret the same?' };
  return { kind: 'password', method: 'PAP', password: new Secret(password.toString()) };
}

function chap(packet: Packet): Proof {
  const answer = chapOf(packet);
  if (!answer) return { kind: 'none', method: 'CHAP', why: 'CHAP-Password has a size that none can have' };
  return { kind: 'challenge', method: 'CHAP', isRight: (password) => isChapRight(answer, password) };
}

function byMsChap(method: string, answer: MsChap | null): Credentials {
  if (!answer) return unusable(method, 'challenge and response do not fit together');
  return { proof: { kind: 'challenge', method, isRight: (password) => isMsChapRight(answer, password) }, msChap: answer };
}

function unusable(method: string, why: string): Credentials {
  return { proof: { kind: 'none', method, why }, msChap: null };
}
