import { userInfo } from 'node:os';
import type { Statement, Store } from '../../store/store.ts';
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

/** A command that has ended, or whose changes are written in the same batch. */
interface Outcome {
  readonly isDone: boolean;
  readonly now: Date;
}

/** Returns the statement that writes a command on the machine to the audit, with the user of the system and the first organization. */
export function commandStatement(
  store: Pick<Store, 'db'>,
  { command, object = null, fields = [] }: AuditedCommand,
  { isDone, now }: Outcome,
): Statement {
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
  return insertAuditRecords(store, [record]);
}

/** Writes a command to the audit whose changes are written already, or were not. */
export async function recordCommand(
  store: Store,
  command: AuditedCommand,
  outcome: Outcome,
): Promise<void> {
  await store.write([commandStatement(store, command, outcome)]);
}

/**
 * Does the work of a command that writes its changes in several batches, and then writes it to the audit.
 *
 * @throws errors of the work, and Error if the audit cannot be written
 */
export async function audited<T extends Omit<AuditedCommand, 'command'>>(
  store: Store,
  command: string,
  work: () => Promise<T>,
): Promise<T> {
  const result = await failureAudited(store, command, work);
  const { object = null, fields = [] } = result;
  await recordCommand(store, { command, object, fields }, { isDone: true, now: new Date() });
  return result;
}

/**
 * Does the work of a command that writes its audit in the batch of its changes; only a failure is written here.
 *
 * @throws errors of the work, which say more than one of the audit
 */
export async function failureAudited<T>(
  store: Store,
  command: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const outcome = { isDone: false, now: new Date() };
    await recordCommand(store, { command }, outcome).catch(() => undefined);
    throw error;
  }
}

/** Returns the name of the user of this process, or its number if it has no name. */
function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? '');
  }
}
