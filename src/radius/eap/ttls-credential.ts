import { isUtf8 } from 'node:buffer';
import type { TLSSocket } from 'node:tls';
import { Secret } from '../../contract/secret.ts';
import { avpCode, avpValue, microsoftVendor, type Avp } from '../../protocol/eap/avp.ts';
import { exportWithoutContext } from '../../protocol/eap/key-material.ts';
import { readMsChapV1, readMsChapV2 } from '../../protocol/radius/ms-chap.ts';
import { isChapResponseValid } from '../../protocol/radius/chap.ts';
import { readMsChapCredential, type RequestCredential } from '../auth/access-request.ts';
import {
  carriedChap,
  carriedMsChap,
  carriedPassword,
  type CarriedCredential,
} from '../auth/carried-credential.ts';

/** Octets of a challenge, which both sides derive from the handshake, by method; an identifier follows it. */
const challengeOctets = { chap: 16, msChapV1: 8, msChapV2: 16 } as const;
const chapOctets = 17;

interface Login {
  readonly avps: readonly Avp[];
  readonly socket: TLSSocket;
  readonly username: Buffer;
}

/** A credential, and as an upstream gets it. */
export interface TunnelCredential {
  readonly presented: RequestCredential;
  readonly carried?: CarriedCredential | undefined;
}

/** Reads the credential of a login from its AVPs (RFC 5281 section 11.2). */
export function readAvpCredential({ avps, socket, username }: Login): TunnelCredential {
  const password = avpValue(avps, avpCode.userPassword);
  if (password) return readPassword(password);
  if (avpValue(avps, avpCode.chapPassword)) return readChap(avps, socket);
  if (avpValue(avps, avpCode.msChap2Response, microsoftVendor))
    return readMsChap(avps, socket, username.toString());
  if (avpValue(avps, avpCode.msChapResponse, microsoftVendor))
    return readMsChap(avps, socket, null);
  return unusable('none', 'the device sends no credential in the tunnel that the gateway supports');
}

/** Reads a password, which zeros may follow to hide its length (RFC 5281 section 11.2.5). */
function readPassword(octets: Buffer): TunnelCredential {
  const end = octets.indexOf(0);
  const password = end < 0 ? octets : octets.subarray(0, end);
  if (!isUtf8(password)) return unusable('PAP', 'the password is no UTF-8');
  const secret = new Secret(password.toString());
  return {
    presented: { credential: { kind: 'password', method: 'PAP', password: secret }, msChap: null },
    carried: carriedPassword(password),
  };
}

/** Reads the response to a challenge that the device may not choose (RFC 5281 section 11.2.2). */
function readChap(avps: readonly Avp[], socket: TLSSocket): TunnelCredential {
  const value = avpValue(avps, avpCode.chapPassword);
  const challenge = avpValue(avps, avpCode.chapChallenge);
  const implied = impliedChallenge(socket, challengeOctets.chap);
  const isRight =
    value?.length === chapOctets &&
    challenge?.equals(implied.challenge) === true &&
    value[0] === implied.identifier;
  if (!isRight) return unusable('CHAP', otherChallenge);
  const response = { ident: value.readUInt8(0), response: value.subarray(1), challenge };
  const verify = (password: Secret) => isChapResponseValid(response, password);
  return {
    presented: { credential: { kind: 'challenge', method: 'CHAP', verify }, msChap: null },
    carried: carriedChap(value, challenge),
  };
}

/** @param username  for version 2, which computes its challenge with it; null: version 1 */
function readMsChap(
  avps: readonly Avp[],
  socket: TLSSocket,
  username: string | null,
): TunnelCredential {
  const isNewer = username !== null;
  const method = isNewer ? 'MS-CHAPv2' : 'MS-CHAP';
  const octets = isNewer ? challengeOctets.msChapV2 : challengeOctets.msChapV1;
  const implied = impliedChallenge(socket, octets);
  const challenge = avpValue(avps, avpCode.msChapChallenge, microsoftVendor);
  const code = isNewer ? avpCode.msChap2Response : avpCode.msChapResponse;
  const response = avpValue(avps, code, microsoftVendor);
  const isRight =
    challenge?.equals(implied.challenge) === true && response?.[0] === implied.identifier;
  if (!isRight) return unusable(method, otherChallenge);
  const read = isNewer
    ? readMsChapV2({ challenge, response }, username)
    : readMsChapV1({ challenge, response });
  return {
    presented: readMsChapCredential(method, read),
    ...(read && { carried: carriedMsChap(read.version, { challenge, response }) }),
  };
}

function impliedChallenge(socket: TLSSocket, octets: number) {
  const material = exportWithoutContext(socket, 'ttls challenge', octets + 1);
  return { challenge: material.subarray(0, octets), identifier: material.readUInt8(octets) };
}

const otherChallenge = 'the response is not for the challenge of this tunnel';

function unusable(method: string, rejectReason: string): TunnelCredential {
  return { presented: { credential: { kind: 'unusable', method, rejectReason }, msChap: null } };
}
