import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Type, type Static } from 'typebox';
import { writeDurableFile } from '../../runtime/durable-file.ts';
import { validateAgainst } from '../../schema.ts';

/* The last good backup of a gateway: a file in the data directory, for the metric, the schedule and the doctor. */

const stateSchema = Type.Object({
  created_at: Type.String({ format: 'date-time', description: 'begin of the backup' }),
  file: Type.String(),
  octets: Type.Integer({ minimum: 0 }),
  seconds: Type.Number({ minimum: 0 }),
});

export type BackupState = Static<typeof stateSchema>;

const stateFile = (dataDir: string) => join(dataDir, 'last-backup.json');

/** Returns the last good backup; null if there is none, or if its file cannot be read. */
export function readBackupState(dataDir: string): BackupState | null {
  const file = stateFile(dataDir);
  try {
    if (!existsSync(file)) return null;
    return validateAgainst<BackupState>(stateSchema, JSON.parse(readFileSync(file, 'utf8')), file);
  } catch {
    return null;
  }
}

/** Records a good backup. It holds no secret, and the gateway reads what another user has written. */
export function writeBackupState(dataDir: string, state: BackupState): void {
  const text = `${JSON.stringify(state)}\n`;
  writeDurableFile(stateFile(dataDir), text, { mode: 0o644, mayReplace: true });
}
