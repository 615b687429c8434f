import { isUtf8 } from 'node:buffer';
import type { Credential } from '../../aaa/policy/credential-check.ts';
import { attributeType } from '../../protocol/radius/attribute-type.ts';
import { readChapResponse, isChapResponseValid } from '../../protocol/radius/chap.ts';
import { readMsChapResponse, msChapVersions } from '../../protocol/radius/microsoft-attributes.ts';
import { isMsChapResponseValid, type MsChapResponse } from '../../protocol/radius/ms-chap.ts';
import { firstInteger, hasAttribute, type Packet } from '../../protocol/radius/packet.ts';
import { readUserPassword } from '../../protocol/radius/attribute-hiding.ts';
import { Secret } from '../../secret.ts';

/** How a request proves who sent it. */
export interface RequestCredential {
  readonly credential: Credential;
  /** Set where it does so by MS-CHAP: the reply speaks of it, too. */
  readonly msChap: MsChapResponse | null;
}

const authorizeOnly = 17;

/** One way to prove who one is, and no other beside it (RFC 2865 section 4.1). */
export function readRequestCredential(
  packet: Packet,
  secret: Secret,
  username: string,
): RequestCredential {
  const given = methodsOf(packet);
  const [method = 'none', ...others] = given;
  if (others.length > 0) return unusable(given.join('+'), 'there must be one proof, not several');
  if (firstInteger(packet, attributeType.serviceType) === authorizeOnly)
    return unusable('Authorize-Only', 'an authorization check needs a session that it is for');
  if (method.startsWith('MS-')) return byMsChap(method, readMsChapResponse(packet, username));
  const read = readers[method];
  return read
    ? { credential: read(packet, secret), msChap: null }
    : unusable(method, `${method} is not spoken here`);
}

function methodsOf(packet: Packet): string[] {
  const isGiven = (type: number) => hasAttribute(packet, type);
  return [
    ...(isGiven(attributeType.userPassword) ? ['PAP'] : []),
    ...(isGiven(attributeType.chapPassword) ? ['CHAP'] : []),
    ...msChapVersions(packet).map((version) => (version === 2 ? 'MS-CHAPv2' : 'MS-CHAP')),
    ...(isGiven(attributeType.eapMessage) ? ['EAP'] : []),
  ];
}

const readers: Readonly<Record<string, (packet: Packet, secret: Secret) => Credential>> = {
  none: () => ({ kind: 'none', method: 'none', rejectReason: 'no password given' }),
  PAP: pap,
  CHAP: chap,
};

function pap(packet: Packet, secret: Secret): Credential {
  const password = readUserPassword(packet, secret);
  if (!password)
    return {
      kind: 'none',
      method: 'PAP',
      rejectReason: 'User-Password has a size that none can have',
    };
  if (!isUtf8(password))
    return {
      kind: 'none',
      method: 'PAP',
      rejectReason: 'the password is no text: is the shared secret the same?',
    };
  return { kind: 'password', method: 'PAP', password: new Secret(password.toString()) };
}

function chap(packet: Packet): Credential {
  const answer = readChapResponse(packet);
  if (!answer)
    return {
      kind: 'none',
      method: 'CHAP',
      rejectReason: 'CHAP-Password has a size that none can have',
    };
  return {
    kind: 'challenge',
    method: 'CHAP',
    verify: (password) => isChapResponseValid(answer, password),
  };
}

function byMsChap(method: string, answer: MsChapResponse | null): RequestCredential {
  if (!answer) return unusable(method, 'challenge and response do not fit together');
  return {
    credential: {
      kind: 'challenge',
      method,
      verify: (password) => isMsChapResponseValid(answer, password),
    },
    msChap: answer,
  };
}

function unusable(method: string, why: string): RequestCredential {
  return { credential: { kind: 'none', method, rejectReason: why }, msChap: null };
}
