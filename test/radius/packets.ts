import { createHash, createHmac, randomBytes } from 'node:crypto';

/** Type and value: text, 32 bits, or octets as they are. */
export type Attribute = readonly [type: number, value: string | number | Buffer];

interface Parts {
  readonly code: number;
  readonly identifier?: number;
  readonly attributes: readonly Attribute[] | Buffer;
}

const digestOctets = 16;

/** An Accounting-Request, or whatever else has its authenticator computed as in one. */
export function signedPacket(secret: string, parts: Parts): Buffer {
  const packet = packetWith(Buffer.alloc(digestOctets), parts);
  return withAuthenticator(packet, secret);
}

/** Computes the authenticator of a packet anew, for those that were bent after the first time. */
export function withAuthenticator(packet: Buffer, secret: string): Buffer {
  const bent = Buffer.from(packet);
  bent.fill(0, 4, 20);
  createHash('md5').update(bent).update(secret).digest().copy(bent, 4);
  return bent;
}

/** An Access-Request or a Status-Server: random authenticator. */
export function randomPacket(parts: Parts): Buffer {
  return packetWith(randomBytes(digestOctets), parts);
}

/** The same with a Message-Authenticator at the end. */
export function randomSignedPacket(
  secret: string,
  parts: Parts & { readonly attributes: readonly Attribute[] },
): Buffer {
  const packet = randomPacket({
    ...parts,
    attributes: [...parts.attributes, [80, Buffer.alloc(digestOctets)]],
  });
  createHmac('md5', secret)
    .update(packet)
    .digest()
    .copy(packet, packet.length - digestOctets);
  return packet;
}

export function hiddenPassword(
  secret: string,
  { password, authenticator }: { password: string; authenticator: Buffer },
): Buffer {
  const clear = Buffer.alloc(
    Math.max(1, Math.ceil(Buffer.byteLength(password) / digestOctets)) * digestOctets,
  );
  clear.write(password);
  let previous = authenticator;
  for (let start = 0; start < clear.length; start += digestOctets) {
    const mask = createHash('md5').update(secret).update(previous).digest();
    for (let position = 0; position < digestOctets; position += 1)
      clear[start + position] = (clear[start + position] ?? 0) ^ (mask[position] ?? 0);
    previous = clear.subarray(start, start + digestOctets);
  }
  return clear;
}

export function encoded(attributes: readonly Attribute[]): Buffer {
  return Buffer.concat(
    attributes.map(([type, value]) => {
      const octets = typeof value === 'number' ? bigEndian(value) : Buffer.from(value);
      return Buffer.concat([Buffer.from([type, octets.length + 2]), octets]);
    }),
  );
}

function bigEndian(value: number): Buffer {
  const octets = Buffer.alloc(4);
  octets.writeUInt32BE(value);
  return octets;
}

function packetWith(authenticator: Buffer, { code, identifier = 7, attributes }: Parts): Buffer {
  const body = Buffer.isBuffer(attributes) ? attributes : encoded(attributes);
  const header = Buffer.from([code, identifier, 0, 0]);
  header.writeUInt16BE(20 + body.length, 2);
  return Buffer.concat([header, authenticator, body]);
}
