import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { Fault } from '../../contract/errors.ts';
import { isRecord } from '../../contract/fields.ts';
import type { Statement, Store } from '../../store/store.ts';
import type { Row } from '../../store/query/row-serialization.ts';
import { sanitizeSvg } from './svg-picture.ts';

/* Pictures and fonts of pages: a field takes one as a data URL, and shows its address. */

declare module '../../contract/tables.ts' {
  interface Tables {
    portal_file: {
      organization: number;
      /** SHA-256 of the content, in base64url. */
      digest: string;
      media_type: string;
      /** Base64. */
      content: string;
      /** Milliseconds since 1970. */
      created: number;
    };
  }
}

/** Octets of a file. */
export const maxFileOctets = 1_048_576;
/** Files of an organization. */
const maxFiles = 200;
/** Files that no page and no version has are kept as long, for pages that are being edited. */
const unusedMs = 86_400_000;

interface FileType {
  readonly mediaType: string;
  readonly extension: string;
  /** First octets in hexadecimal; dots stand for any. */
  readonly begins: RegExp;
}

const pictures: readonly FileType[] = [
  { mediaType: 'image/png', extension: 'png', begins: /^89504e470d0a1a0a/ },
  { mediaType: 'image/jpeg', extension: 'jpg', begins: /^ffd8ff/ },
  { mediaType: 'image/gif', extension: 'gif', begins: /^47494638/ },
  { mediaType: 'image/webp', extension: 'webp', begins: /^52494646.{8}57454250/ },
  { mediaType: 'image/svg+xml', extension: 'svg', begins: /^/ },
];
const fonts: readonly FileType[] = [
  { mediaType: 'font/woff2', extension: 'woff2', begins: /^774f4632/ },
  { mediaType: 'font/woff', extension: 'woff', begins: /^774f4646/ },
  { mediaType: 'font/ttf', extension: 'ttf', begins: /^(00010000|74727565)/ },
  { mediaType: 'font/otf', extension: 'otf', begins: /^4f54544f/ },
];
const types = [...pictures, ...fonts];

/** A data URL of a file, or the address of one that is stored. */
export const picturePattern =
  '^(data:image/(png|jpeg|gif|webp|svg\\+xml);base64,[A-Za-z0-9+/]+=*|/portal/file/[A-Za-z0-9_-]{43}\\.[a-z0-9]{3,5})$';
export const fontPattern =
  '^(data:font/(woff2|woff|ttf|otf);base64,[A-Za-z0-9+/]+=*|/portal/file/[A-Za-z0-9_-]{43}\\.[a-z0-9]{3,5})$';
/** Characters of a data URL of the largest file. */
export const maxDataUrl = Math.ceil(maxFileOctets / 3) * 4 + 40;

/** A file that is served. */
interface ServedFile {
  readonly type: string;
  readonly body: Buffer;
  readonly digest: string;
}

/** The fields of a body with the addresses of their files, and the statements that store the files. */
interface FiledFields {
  readonly fields: Row;
  readonly statements: readonly Statement[];
}

/** The page that files are for. */
interface FilesOf {
  readonly organization: number;
  /** Those whose stored files the fields may name. */
  readonly organizations: readonly number[];
  readonly at: Date;
}

interface NewFile {
  readonly digest: string;
  readonly mediaType: string;
  readonly content: Buffer;
}

/** Takes the files out of the fields of a page. @throws Fault `invalid` that names the field */
export async function takeFiles(store: Store, fields: Row, of: FilesOf): Promise<FiledFields> {
  const files: NewFile[] = [];
  const take = async (field: string, value: unknown): Promise<unknown> => {
    if (typeof value !== 'string') return value;
    if (value.startsWith('/portal/file/')) await checkStored(store, { field, value, ...of });
    if (!value.startsWith('data:')) return value;
    const file = readFile(field, value);
    files.push(file);
    return addressOf(file);
  };
  const taken: Row = { ...fields };
  if ('background' in fields) taken['background'] = await take('background', fields['background']);
  const { look } = fields;
  if (isRecord(look)) {
    const entries = Object.entries(look).map(async ([name, value]) => [
      name,
      await take('look', value),
    ]);
    taken['look'] = Object.fromEntries(await Promise.all(entries));
  }
  if (files.length > 0) await checkCount(store, of.organization);
  return { fields: taken, statements: files.flatMap((file) => insertFile(store, file, of)) };
}

/** @throws Fault `invalid` if the organization has too many files */
async function checkCount({ db }: Store, organization: number): Promise<void> {
  const { count } = await db
    .selectFrom('portal_file')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('organization', '=', organization)
    .executeTakeFirstOrThrow();
  if (Number(count) >= maxFiles)
    throw Fault.field(
      'look',
      `The organization has ${maxFiles} files; those that no page and no kept version of one has go after a day.`,
    );
}

function addressOf({ digest, mediaType }: Omit<NewFile, 'content'>): string {
  const extension = types.find((type) => type.mediaType === mediaType)?.extension ?? 'bin';
  return `/portal/file/${digest}.${extension}`;
}

/** @throws Fault `invalid` if the content is not of the type that the data URL names, or too large */
function readFile(field: string, url: string): NewFile {
  const [, mediaType = '', base64 = ''] = /^data:([^;,]+);base64,(.*)$/.exec(url) ?? [];
  const content = Buffer.from(base64, 'base64');
  const type = types.find((one) => one.mediaType === mediaType);
  if (content.length > maxFileOctets)
    throw Fault.field(field, `The file has ${content.length} octets; at most ${maxFileOctets}.`);
  if (!type?.begins.test(content.subarray(0, 16).toString('hex')))
    throw Fault.field(field, `The content is not ${mediaType}.`);
  const safe = mediaType === 'image/svg+xml' ? sanitized(field, content) : content;
  const digest = createHash('sha256').update(safe).digest('base64url');
  return { digest, mediaType, content: safe };
}

function sanitized(field: string, content: Buffer): Buffer {
  try {
    return Buffer.from(sanitizeSvg(content.toString('utf8')));
  } catch (error) {
    throw Fault.field(field, `SVG: ${error instanceof Error ? error.message : String(error)}`);
  }
}

interface StoredName {
  readonly field: string;
  readonly value: string;
  readonly organizations: readonly number[];
}

async function checkStored({ db }: Store, { field, value, organizations }: StoredName) {
  const found = await db
    .selectFrom('portal_file')
    .select('digest')
    .where('digest', '=', digestIn(value))
    .where('organization', 'in', organizations)
    .limit(1)
    .executeTakeFirst();
  if (!found) throw Fault.field(field, `There is no file ${JSON.stringify(value)}.`);
}

const digestIn = (address: string) => address.slice('/portal/file/'.length).split('.')[0] ?? '';

/** Stores a file, and drops those that no page and no version of one uses any more. */
function insertFile(
  { db }: Store,
  { digest, mediaType, content }: NewFile,
  { organization, at }: Pick<FilesOf, 'organization' | 'at'>,
): readonly Statement[] {
  const created = at.getTime();
  const isUsedIn = (table: 'portal_page' | 'portal_page_version') =>
    sql`exists (select 1 from ${sql.table(table)} as p
    where p.background like '%' || portal_file.digest || '%' or p.look like '%' || portal_file.digest || '%'
      or p.css like '%' || portal_file.digest || '%')`;
  const drop = sql`delete from portal_file where organization = ${organization} and created < ${created - unusedMs}
    and not ${isUsedIn('portal_page')} and not ${isUsedIn('portal_page_version')}`;
  const insert = db
    .insertInto('portal_file')
    .values({
      organization,
      digest,
      media_type: mediaType,
      content: content.toString('base64'),
      created,
    })
    .onConflict((conflict) =>
      conflict.columns(['organization', 'digest']).doUpdateSet({ created }),
    );
  return [drop.compile(db), insert.compile()];
}

/** Finds a file by its address. @param name  the last segment */
export async function findFile({ db }: Store, name: string): Promise<ServedFile | null> {
  const digest = name.split('.')[0] ?? '';
  const found = await db
    .selectFrom('portal_file')
    .select(['media_type', 'content'])
    .where('digest', '=', digest)
    .limit(1)
    .executeTakeFirst();
  if (!found || addressOf({ digest, mediaType: found.media_type }) !== `/portal/file/${name}`)
    return null;
  return { type: found.media_type, body: Buffer.from(found.content, 'base64'), digest };
}
