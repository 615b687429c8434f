/*
 * Archives in the format of tar (POSIX ustar), which every system can unpack without the gateway. Sizes of 8 GiB and more are
 * in base 256, as GNU tar writes them.
 */

/** A file of an archive. */
export interface TarMember {
  readonly path: string;
  readonly octets: number;
  readonly content: AsyncIterable<Buffer>;
}

const blockOctets = 512;
const maxNameOctets = 100;
const maxPrefixOctets = 155;
const maxOctalSize = 8 ** 11;

/** Octets of each numeric field, and where it begins. */
const fields = {
  mode: [100, 8],
  uid: [108, 8],
  gid: [116, 8],
  size: [124, 12],
  time: [136, 12],
  checksum: [148, 8],
} as const;

/** Packs files. @throws Error if a file has another size than its member says */
export async function* packTar(
  members: Iterable<TarMember>,
  createdAt: Date,
): AsyncGenerator<Buffer, void, undefined> {
  for (const { path, octets, content } of members) {
    yield headerOf(path, octets, createdAt);
    let written = 0;
    for await (const part of content) {
      written += part.length;
      yield part;
    }
    if (written !== octets)
      throw new Error(`${path} has changed while it was read: ${written} octets, not ${octets}`);
    yield Buffer.alloc(paddingOf(octets));
  }
  yield Buffer.alloc(2 * blockOctets);
}

/** Unpacks the files of an archive in their order; the content of each is read before the next one. @throws Error if it is cut off or damaged */
export async function* unpackTar(
  source: AsyncIterable<Buffer>,
): AsyncGenerator<TarMember, void, undefined> {
  const reader = new OctetReader(source);
  for (;;) {
    const header = await reader.take(blockOctets);
    if (header.every((octet) => octet === 0)) return;
    checkHeader(header);
    const octets = sizeIn(header);
    const content = reader.stream(octets);
    yield { path: pathIn(header), octets, content };
    // What the caller has not read is passed over.
    await readToEnd(content);
    await reader.take(paddingOf(octets));
  }
}

/** Reads what is left of a file. */
export async function readToEnd(content: AsyncIterable<Buffer>): Promise<void> {
  const parts = content[Symbol.asyncIterator]();
  while ((await parts.next()).done !== true) continue;
}

const paddingOf = (octets: number) => (blockOctets - (octets % blockOctets)) % blockOctets;

function headerOf(path: string, octets: number, createdAt: Date): Buffer {
  const header = Buffer.alloc(blockOctets);
  const { name, prefix } = splitPath(path);
  header.write(name, 0);
  writeOctal(header, 'mode', 0o600);
  writeOctal(header, 'uid', 0);
  writeOctal(header, 'gid', 0);
  if (octets < maxOctalSize) writeOctal(header, 'size', octets);
  else writeLargeSize(header, octets);
  writeOctal(header, 'time', Math.floor(createdAt.getTime() / 1000));
  header.write('0', 156);
  header.write('ustar\u000000', 257, 'latin1');
  header.write(prefix, 345);
  header.write(`${checksumOf(header).toString(8).padStart(6, '0')}\u0000 `, fields.checksum[0]);
  return header;
}

/** @throws Error naming a path that is too long for the format */
function splitPath(path: string): { readonly name: string; readonly prefix: string } {
  if (Buffer.byteLength(path) <= maxNameOctets) return { name: path, prefix: '' };
  const cut = path.lastIndexOf('/');
  const [prefix, name] = [path.slice(0, Math.max(cut, 0)), path.slice(cut + 1)];
  if (Buffer.byteLength(name) > maxNameOctets || Buffer.byteLength(prefix) > maxPrefixOctets)
    throw new Error(`${path}: the name is too long for an archive`);
  return { name, prefix };
}

function writeOctal(header: Buffer, field: keyof typeof fields, value: number): void {
  const [start, length] = fields[field];
  header.write(value.toString(8).padStart(length - 1, '0'), start);
}

function writeLargeSize(header: Buffer, octets: number): void {
  const [start, length] = fields.size;
  header.writeUInt8(0x80, start);
  header.writeBigUInt64BE(BigInt(octets), start + length - 8);
}

function sizeIn(header: Buffer): number {
  const [start, length] = fields.size;
  return header.readUInt8(start) === 0x80
    ? Number(header.readBigUInt64BE(start + length - 8))
    : numberIn(header, 'size');
}

function numberIn(header: Buffer, field: keyof typeof fields): number {
  const [start, length] = fields[field];
  return Number.parseInt(textIn(header, start, length).trim(), 8);
}

function pathIn(header: Buffer): string {
  const prefix = textIn(header, 345, maxPrefixOctets);
  const name = textIn(header, 0, maxNameOctets);
  return prefix === '' ? name : `${prefix}/${name}`;
}

function textIn(header: Buffer, start: number, length: number): string {
  const field = header.subarray(start, start + length);
  const end = field.indexOf(0);
  return field.subarray(0, end === -1 ? length : end).toString('utf8');
}

/** Sums up the octets of a header, those of the checksum as spaces. */
function checksumOf(header: Buffer): number {
  const [start, length] = fields.checksum;
  const isInside = (position: number) => position >= start && position < start + length;
  return header.reduce((sum, octet, position) => sum + (isInside(position) ? 0x20 : octet), 0);
}

function checkHeader(header: Buffer): void {
  if (numberIn(header, 'checksum') !== checksumOf(header))
    throw new Error('the archive is damaged: a header of tar has another checksum');
}

/** Takes octets from a stream by number. */
class OctetReader {
  readonly #source: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  async take(octets: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for await (const part of this.stream(octets)) parts.push(part);
    return Buffer.concat(parts);
  }

  async *stream(octets: number): AsyncGenerator<Buffer, void, undefined> {
    let left = octets;
    while (left > 0) {
      if (this.#rest.length === 0) this.#rest = await this.#next();
      const part = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(part.length);
      left -= part.length;
      yield part;
    }
  }

  async #next(): Promise<Buffer> {
    const part = await this.#source.next();
    if (part.done === true) throw new Error('the archive is cut off');
    return part.value;
  }
}
