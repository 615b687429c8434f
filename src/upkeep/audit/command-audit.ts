import { userInfo } from 'node:os';
import type { Store } from '../../store/store.ts';
import { insertAuditRecords } from './audit-record.ts';

/** What a command on the machine has changed, without any value of it. */
export interface AuditedCommand {
  /** `gatehouse apply` */
  readonly command: string;
  /** Id of the object. */
  readonly object?: string | null;
  /** Kinds of the changed objects. */
  readonly fields?: readonly string[];
}

/** Writes a command on the machine to the audit, with the user of the system and the first organization. */
export async function recordCommand(
  store: Store,
  { command, object = null, fields = [] }: AuditedCommand,
  { isDone, now }: { readonly isDone: boolean; readonly now: Date },
): Promise<void> {
  const record = {
    organization: null,
    datetime: now.getTime(),
    user: null,
    username: `os:${process.env['SUDO_USER'] ?? systemUser()}`,
    remote_address: null,
    method: 'COMMAND',
    path: command,
    object,
    fields,
    status: isDone ? 0 : 1,
    outcome: isDone ? 'done' : 'failed',
    request_id: null,
  } as const;
  await store.write([insertAuditRecords(store, [record])]);
}

/** Returns the name of the user of this process, or its number if it has no name. */
function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? '');
  }
}
