import { finished } from 'node:stream/promises';
import { extract, pack, type Extract, type Pack } from 'tar-stream';

/* Archives in the format of tar (POSIX ustar, with pax headers where it is too narrow), which every system can unpack without the gateway. */

/** A file of an archive. */
export interface TarMember {
  readonly path: string;
  readonly octets: number;
  readonly content: AsyncIterable<Buffer>;
}

/** Packs files. @throws Error if a file has another size than its member says */
export async function* packTar(
  members: Iterable<TarMember>,
  createdAt: Date,
): AsyncGenerator<Buffer, void, undefined> {
  const archive = pack();
  const added = addMembers(archive, members, createdAt).catch((error: unknown) => {
    archive.destroy(asError(error));
  });
  yield* partsOf(archive);
  await added;
}

async function addMembers(archive: Pack, members: Iterable<TarMember>, mtime: Date): Promise<void> {
  for (const { path, octets, content } of members) {
    const entry = archive.entry({ name: path, size: octets, mode: 0o600, uid: 0, gid: 0, mtime });
    let written = 0;
    for await (const part of content) {
      written += part.length;
      if (written > octets) break;
      if (!entry.write(part)) await drained(entry);
    }
    if (written !== octets)
      throw new Error(`${path} has changed while it was read: ${written} octets, not ${octets}`);
    entry.end(undefined);
    await finished(entry);
  }
  archive.finalize();
}

/** Unpacks the files of an archive in their order; the content of each is read before the next one. @throws Error if it is cut off or damaged */
export async function* unpackTar(
  source: AsyncIterable<Buffer>,
): AsyncGenerator<TarMember, void, undefined> {
  const archive = extract();
  void feed(archive, source).catch((error: unknown) => {
    archive.destroy(asError(error));
  });
  for await (const entry of archive) {
    const { name, size } = entry.header;
    yield { path: name, octets: size, content: partsOf(entry) };
    // The rest that the caller has not read is skipped.
    entry.resume();
  }
}

async function feed(archive: Extract, source: AsyncIterable<Buffer>): Promise<void> {
  for await (const part of source) {
    if (archive.destroyed) return;
    if (!archive.write(part)) await drained(archive);
  }
  archive.end(undefined);
}

interface Waiting {
  on(event: 'drain' | 'close', listener: () => void): unknown;
  off(event: 'drain' | 'close', listener: () => void): unknown;
}

/** Resolves when a stream takes more, or is closed. */
function drained(stream: Waiting): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      stream.off('drain', end);
      stream.off('close', end);
      resolve();
    };
    stream.on('drain', end);
    stream.on('close', end);
  });
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** Returns the octets of a stream. */
export async function* partsOf(
  stream: AsyncIterable<unknown>,
): AsyncGenerator<Buffer, void, undefined> {
  for await (const part of stream) if (Buffer.isBuffer(part)) yield part;
}

/** Reads the rest of a file. */
export async function readToEnd(content: AsyncIterable<Buffer>): Promise<void> {
  const parts = content[Symbol.asyncIterator]();
  while ((await parts.next()).done !== true) continue;
}
