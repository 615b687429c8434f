import { Type, type Static } from 'typebox';
import { validateAgainst } from '../../contract/schema.ts';

/** First file of a backup: its content, with size and digest of each part. */
const manifestSchema = Type.Object({
  format: Type.Literal(1),
  version: Type.String({ description: 'version of the gateway that made the backup' }),
  created_at: Type.String({ format: 'date-time' }),
  engine: Type.Enum(['sqlite', 'postgres']),
  step: Type.String({ description: 'last migration step of the store' }),
  tables: Type.Record(Type.String(), Type.Integer({ minimum: 0 }), {
    description: 'rows of each table',
  }),
  sealed: Type.Record(Type.String(), Type.Record(Type.String(), Type.Integer({ minimum: 0 })), {
    description: 'sealed values of each column by the id of their key',
  }),
  files: Type.Array(
    Type.Object({
      path: Type.String({ pattern: '^[^/.][^/]*(/[^/.][^/]*)*$' }),
      octets: Type.Integer({ minimum: 0 }),
      sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
    }),
  ),
});

export type Manifest = Static<typeof manifestSchema>;
export type ManifestFile = Manifest['files'][number];

/** Files of a backup with fixed names; files of the site are in folders next to them. */
export const backupPaths = {
  manifest: 'manifest.json',
  configuration: 'configuration.yaml',
  keys: 'keys.sealed.json',
  store: { sqlite: 'gatehouse.db', postgres: 'gatehouse.pgdump' },
} as const;

/** @throws Error naming a file that is not a backup, or a backup of a newer version */
export function parseManifest(text: string, place: string): Manifest {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    throw new Error(`${place}: its manifest is not JSON`, { cause: error });
  }
  return validateAgainst<Manifest>(manifestSchema, content, `${place}: manifest`);
}

/** Describes the sealed values without a key among the given ones: `aaa_client.secret: 12 (key 1a2b3c4d)`. */
export function unopened(sealed: Manifest['sealed'], keyIds: readonly string[]): readonly string[] {
  return Object.entries(sealed).flatMap(([column, keys]) =>
    Object.entries(keys)
      .filter(([id]) => !keyIds.includes(id))
      .map(([id, values]) => `${column}: ${values} (key ${id})`),
  );
}

/** Counts the rows of all tables. */
export function countRows({ tables }: Pick<Manifest, 'tables'>): number {
  return Object.values(tables).reduce((sum, rows) => sum + rows, 0);
}
