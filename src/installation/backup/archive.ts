import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip, createGzip } from 'node:zlib';
import { writeSteadily } from '../../runtime/machine/steady-writing.ts';
import { backupPaths, parseManifest, type Manifest, type ManifestFile } from './manifest.ts';
import { packTar, partsOf, readToEnd, unpackTar, type TarMember } from './tar.ts';

/** A file that goes into a backup. */
export interface SourceFile {
  /** Name in the backup. */
  readonly path: string;
  /** Path of the file, or its content. */
  readonly from: { readonly file: string } | { readonly text: string };
}

/** Files that are read into memory, and their greatest size. */
const textPaths: readonly string[] = [backupPaths.configuration, backupPaths.keys];
const maxTextOctets = 4 * 2 ** 20;

/** Measures a file for the manifest. */
export async function measureFile({ path, from }: SourceFile): Promise<ManifestFile> {
  const hash = createHash('sha256');
  if ('text' in from) {
    const octets = Buffer.byteLength(from.text);
    return { path, octets, sha256: hash.update(from.text).digest('hex') };
  }
  const { size } = await stat(from.file);
  await pipeline(createReadStream(from.file), hash);
  return { path, octets: size, sha256: hash.digest('hex') };
}

/** Writes a backup, readable by its owner only and on disk when the call returns. @throws Error if the file exists */
export async function writeArchive(
  target: string,
  manifest: Manifest,
  sources: readonly SourceFile[],
): Promise<void> {
  const text = `${JSON.stringify(manifest, null, 1)}\n`;
  const octetsOf = new Map(manifest.files.map(({ path, octets }) => [path, octets]));
  const members = [
    textMember(backupPaths.manifest, text),
    ...sources.map((source) => ({
      path: source.path,
      octets: octetsOf.get(source.path) ?? 0,
      content: contentOf(source),
    })),
  ];
  await writeMembers(target, members, new Date(manifest.created_at));
}

/** Returns a file of an archive from a text in memory. */
export function textMember(path: string, text: string): TarMember {
  return { path, octets: Buffer.byteLength(text), content: contentOf({ path, from: { text } }) };
}

/** Writes an archive, readable by its owner only and on disk when the call returns. @throws Error if the file exists */
export async function writeMembers(
  target: string,
  members: readonly TarMember[],
  createdAt: Date,
): Promise<void> {
  await pipeline(
    packTar(members, createdAt),
    createGzip({ level: constants.Z_BEST_SPEED }),
    (archive) => writeSteadily(target, archive),
  );
}

async function* contentOf({ from }: SourceFile): AsyncGenerator<Buffer, void, undefined> {
  if ('text' in from) yield Buffer.from(from.text);
  else yield* partsOf(createReadStream(from.file));
}

/** Receives a file of an archive; at its end `content` has been compared with the manifest. */
type TakeMember = (member: TarMember, manifest: Manifest) => Promise<void>;

/**
 * Reads a backup from its beginning to its end, and compares every file in it with the manifest.
 *
 * @param take  receives each file; default: files are only checked
 * @throws Error naming the backup and its fault: not a backup, truncated, a file missing or changed
 */
export async function readArchive(file: string, take?: TakeMember): Promise<Manifest> {
  const read: { manifest: Manifest | null } = { manifest: null };
  const missing = new Map<string, ManifestFile>();
  await throughArchive(file, async (members) => {
    for await (const member of members) {
      if (read.manifest === null) {
        read.manifest = await readManifest(member, file);
        for (const entry of read.manifest.files) missing.set(entry.path, entry);
        continue;
      }
      const entry = missing.get(member.path);
      if (entry === undefined) throw new Error(`${member.path} is not in its manifest`);
      missing.delete(member.path);
      if (textPaths.includes(member.path) && member.octets > maxTextOctets)
        throw new Error(`${member.path} is longer than 4 MiB`);
      const content = checked(member, entry);
      if (take) await take({ ...member, content }, read.manifest);
      await readToEnd(content);
    }
  });
  const [absent] = missing.keys();
  if (read.manifest === null) throw new Error(`${file}: it is empty`);
  if (absent !== undefined) throw new Error(`${file}: ${absent} is missing`);
  return read.manifest;
}

async function throughArchive(
  file: string,
  use: (members: AsyncIterable<TarMember>) => Promise<void>,
): Promise<void> {
  const source = createReadStream(file);
  const unzip = createGunzip();
  source.on('error', (error) => unzip.destroy(error));
  try {
    await use(unpackTar(partsOf(source.pipe(unzip))));
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown';
    const text = reason.includes(file) ? reason : `${file} is not a whole backup: ${reason}`;
    throw new Error(text, { cause: error });
  } finally {
    source.destroy();
    unzip.destroy();
  }
}

async function readManifest(member: TarMember, file: string): Promise<Manifest> {
  if (member.path !== backupPaths.manifest || member.octets > maxTextOctets)
    throw new Error(`it begins with ${member.path}, not with ${backupPaths.manifest}`);
  return parseManifest(await textOf(member.content), file);
}

/** Reads a file of at most 4 MiB. */
export async function textOf(content: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of content) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}

async function* checked(
  { path, octets, content }: TarMember,
  entry: ManifestFile,
): AsyncGenerator<Buffer, void, undefined> {
  const hash = createHash('sha256');
  for await (const part of content) {
    hash.update(part);
    yield part;
  }
  if (octets !== entry.octets || hash.digest('hex') !== entry.sha256)
    throw new Error(`${path} has changed since the backup was made`);
}
