import { chownSync, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Type, type Static } from 'typebox';
import { writeDurableFile } from '../../runtime/durable-file.ts';
import { validateAgainst } from '../../contract/schema.ts';

/* The last good backup of a gateway: a file in the data directory, for the metric, the schedule and the doctor. */

const stateSchema = Type.Object({
  created_at: Type.String({ format: 'date-time', description: 'begin of the backup' }),
  file: Type.String(),
  octets: Type.Integer({ minimum: 0 }),
  seconds: Type.Number({ minimum: 0 }),
});

export type BackupState = Static<typeof stateSchema>;

const stateFile = (dataDir: string) => join(dataDir, 'last-backup.json');

/** Returns the last good backup; null without a backup, or if its record cannot be read. */
export function readBackupState(dataDir: string): BackupState | null {
  const file = stateFile(dataDir);
  try {
    if (!existsSync(file)) return null;
    return validateAgainst<BackupState>(stateSchema, JSON.parse(readFileSync(file, 'utf8')), file);
  } catch {
    return null;
  }
}

/** Records a good backup. The file belongs to the gateway's user, even if root has made the backup. */
export function writeBackupState(dataDir: string, state: BackupState): void {
  const text = `${JSON.stringify(state)}\n`;
  writeDurableFile(stateFile(dataDir), text, { mode: 0o600, mayReplace: true });
  const { uid, gid } = statSync(dataDir);
  if (process.getuid?.() === 0 && uid !== 0) chownSync(stateFile(dataDir), uid, gid);
}
