/* The packets of EAP-MSCHAPv2 behind its type (draft-kamath-pppext-eap-mschapv2-02). */

export const mschapv2Code = {
  challenge: 1,
  response: 2,
  success: 3,
  failure: 4,
  change: 7,
} as const;

const headerOctets = 4;
const challengeOctets = 16;
/** Peer's challenge, 8 octets of zero, NT response and flags. */
const responseOctets = 49;

/** Encodes a challenge. @param name  of the server */
export function encodeChallenge(identifier: number, challenge: Buffer, name: string): Buffer {
  const content = Buffer.concat([Buffer.from([challengeOctets]), challenge, Buffer.from(name)]);
  return encodePacket(mschapv2Code.challenge, identifier, content);
}

/** Encodes a success or a failure with its message, such as `S=…` or `E=691 …` (RFC 2759 sections 5 and 6). */
export function encodeResult(
  code: typeof mschapv2Code.success | typeof mschapv2Code.failure,
  identifier: number,
  message: string,
): Buffer {
  return encodePacket(code, identifier, Buffer.from(message));
}

function encodePacket(code: number, identifier: number, content: Buffer): Buffer {
  const octets = Buffer.alloc(headerOctets);
  octets.writeUInt8(code, 0);
  octets.writeUInt8(identifier, 1);
  octets.writeUInt16BE(headerOctets + content.length, 2);
  return Buffer.concat([octets, content]);
}

/** A response to a challenge. */
export interface PeerChallengeResponse {
  readonly identifier: number;
  /** As MS-CHAP2-Response carries it: identifier, flags, peer's challenge, zeros, NT response (RFC 2548 section 2.3.2). */
  readonly response: Buffer;
  /** The name that the peer has computed its response with. */
  readonly name: string;
}

/** Reads a response to a challenge. @returns null: it is malformed */
export function readChallengeResponse(data: Buffer): PeerChallengeResponse | null {
  const valueAt = headerOctets + 1;
  if (data.length < valueAt + responseOctets || data[0] !== mschapv2Code.response) return null;
  if (data[headerOctets] !== responseOctets || data.readUInt16BE(2) > data.length) return null;
  const identifier = data.readUInt8(1);
  const value = data.subarray(valueAt, valueAt + responseOctets - 1);
  return {
    identifier,
    response: Buffer.concat([Buffer.from([identifier, 0]), value]),
    name: data.toString('utf8', valueAt + responseOctets, data.readUInt16BE(2)),
  };
}

const changeValueOctets = { password: 516, hash: 16, rest: 50 } as const;
/** Type, identifier and sequence number of MS-CHAP-NT-Enc-PW. */
const passwordHeader = [6, 0, 0, 0] as const;

/** A change of the password, as RADIUS carries it (RFC 2548 sections 2.1.7 and 2.3.4). */
export interface PeerPasswordChange {
  readonly identifier: number;
  /** The value of MS-CHAP2-CPW. */
  readonly change: Buffer;
  /** The value of one MS-CHAP-NT-Enc-PW, which is longer than an attribute could be. */
  readonly encryptedPassword: Buffer;
}

/** Reads Change-Password: encrypted password, encrypted hash, peer's challenge, zeros, NT response and flags. @returns null: it is malformed */
export function readPasswordChange(data: Buffer): PeerPasswordChange | null {
  const { password, hash, rest } = changeValueOctets;
  if (data.length < headerOctets + password + hash + rest || data[0] !== mschapv2Code.change)
    return null;
  const hashAt = headerOctets + password;
  const identifier = data.readUInt8(1);
  const head = Buffer.from([mschapv2Code.change, identifier]);
  return {
    identifier,
    change: Buffer.concat([head, data.subarray(hashAt, hashAt + hash + rest)]),
    encryptedPassword: Buffer.concat([
      Buffer.from(passwordHeader),
      data.subarray(headerOctets, hashAt),
    ]),
  };
}
