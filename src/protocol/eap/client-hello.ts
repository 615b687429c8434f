/* What a ClientHello says of sessions (RFC 5246 section 7.4.1.2, RFC 8446 sections 4.1.2, 4.2.1 and 4.2.11). */

const handshakeRecord = 22;
const clientHello = 1;
const recordHeaderOctets = 5;
const messageHeaderOctets = 4;
const versionOctets = 2;
const randomOctets = 32;
const extension = { supportedVersions: 43, preSharedKey: 41 } as const;
const versionOfTls13 = 0x0304;
const ageOctets = 4;
/** A device offers one ticket, or a few. */
const maxTickets = 8;

/** The versions that a device speaks, and the sessions that it wants to resume. */
export interface ClientHello {
  /** 32 octets. */
  readonly random: Buffer;
  readonly speaksTls13: boolean;
  /** Of TLS 1.2; empty: none. */
  readonly sessionId: Buffer;
  /** Of TLS 1.3. */
  readonly tickets: readonly Buffer[];
}

const nothing: ClientHello = {
  random: Buffer.alloc(0),
  speaksTls13: false,
  sessionId: Buffer.alloc(0),
  tickets: [],
};

/** Reads the first flight of a device. @param flight  records as received; anything else than a ClientHello says nothing */
export function readClientHello(flight: Buffer): ClientHello {
  try {
    return readHello(new OctetReader(flight));
  } catch (error) {
    if (error instanceof RangeError) return nothing;
    throw error;
  }
}

function readHello(reader: OctetReader): ClientHello {
  const isHello =
    reader.take(recordHeaderOctets)[0] === handshakeRecord &&
    reader.take(messageHeaderOctets)[0] === clientHello;
  if (!isHello) return nothing;
  reader.take(versionOctets);
  const random = reader.take(randomOctets);
  const sessionId = reader.takeVector(1);
  reader.takeVector(2); // cipher suites
  reader.takeVector(1); // compression methods
  if (reader.isAtEnd) return { ...nothing, random, sessionId };
  const extensions = readExtensions(new OctetReader(reader.takeVector(2)));
  const versions = extensions.get(extension.supportedVersions);
  const keys = extensions.get(extension.preSharedKey);
  return {
    random,
    speaksTls13: versions !== undefined && readVersions(versions).includes(versionOfTls13),
    sessionId,
    tickets: keys === undefined ? [] : readTickets(keys),
  };
}

function readExtensions(reader: OctetReader): ReadonlyMap<number, Buffer> {
  const extensions = new Map<number, Buffer>();
  while (!reader.isAtEnd) extensions.set(reader.take(2).readUInt16BE(), reader.takeVector(2));
  return extensions;
}

function readVersions(content: Buffer): readonly number[] {
  const reader = new OctetReader(new OctetReader(content).takeVector(1));
  const versions: number[] = [];
  while (!reader.isAtEnd) versions.push(reader.take(2).readUInt16BE());
  return versions;
}

function readTickets(content: Buffer): readonly Buffer[] {
  const reader = new OctetReader(new OctetReader(content).takeVector(2));
  const tickets: Buffer[] = [];
  while (!reader.isAtEnd && tickets.length < maxTickets) {
    tickets.push(reader.takeVector(2));
    reader.take(ageOctets);
  }
  return tickets;
}

const serverRandomAt = recordHeaderOctets + messageHeaderOctets + versionOctets;

/** Returns the random of a ServerHello. @param flight  records, of which it is the first */
export function readServerRandom(flight: Buffer): Buffer {
  return flight.subarray(serverRandomAt, serverRandomAt + randomOctets);
}

/** Reads octets from the front. Its methods throw a RangeError where there are too few. */
class OctetReader {
  #rest: Buffer;

  constructor(octets: Buffer) {
    this.#rest = octets;
  }

  get isAtEnd(): boolean {
    return this.#rest.length === 0;
  }

  take(count: number): Buffer {
    if (count > this.#rest.length) throw new RangeError('the octets are truncated');
    const taken = this.#rest.subarray(0, count);
    this.#rest = this.#rest.subarray(count);
    return taken;
  }

  /** Takes octets that a length of so many octets announces. */
  takeVector(lengthOctets: number): Buffer {
    return this.take(this.take(lengthOctets).readUIntBE(0, lengthOctets));
  }
}
