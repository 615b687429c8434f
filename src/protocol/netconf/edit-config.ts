import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { asFault, Fault } from '../../contract/errors.ts';
import { runWithin } from '../../runtime/deadline.ts';
import { RpcError } from './messages.ts';
import type { NetconfSession } from './session.ts';
import type { XmlObject } from './template.ts';

/** Outcome of each edit, in order: null, or the fault that refused it. */
type EditOutcomes = readonly (Fault | null)[];

/** Outcome of all edits; with a `persistId` the device reverts them unless `confirmCommit` is called in time. */
export interface EditResult {
  readonly outcomes: EditOutcomes;
  /** True: the device accepted some edits and has discarded them, because it refused another. */
  readonly isDiscarded: boolean;
  readonly persistId: string | null;
}

/** Seconds after which a device reverts a commit that is not confirmed. */
export const confirmTimeoutSeconds = 60;

/** Time limit of the requests after a failure: discard and unlock. */
const cleanupMs = 2000;
/** Time limit of a discard in a new session, which has no part in that of the change. */
const discardMs = 10_000;
/** A locked configuration is asked for its lock again, for eight seconds. */
const lockRetryMs = 500;
const lockTries = 17;

/**
 * Edits the configuration under a lock. On a candidate configuration all edits are committed together or discarded; on a
 * writable running configuration the edits before a refused one remain. A device with `:confirmed-commit:1.1` keeps the commit only
 * if it is confirmed, which the caller does in a new session: a change that cuts the device off is reverted. On a device with
 * `:startup` the running configuration is then copied to the startup configuration.
 *
 * @param edits   content of `<config>`; each is an `<edit-config>` of its own
 * @throws Fault  of the lock, the validation, the commit, the copy or the connection
 * @see           RFC 6241 sections 7.2, 7.5, 8.3, 8.4, 8.6 and 8.7
 */
export async function editConfig(
  session: NetconfSession,
  edits: readonly XmlObject[],
  { signal, changeId, onUndiscarded, replaces = false }: Change,
): Promise<EditResult> {
  const persistId = confirmIdOf(session, changeId);
  const target = targetOf(session);
  const run: Run = { session, signal, persistId, replaces, target, onUndiscarded };
  if (replaces) checkReplacement(run);
  if (persistId !== null && changeId !== undefined) await cancelEarlier(run, persistId);
  await lock(run);
  try {
    return await (run.target === 'candidate' ? editCandidate : editRunning)(run, edits);
  } finally {
    // The server releases the lock at the end of the session too.
    await cleanUp(run, { unlock: { target: { [run.target]: {} } } });
  }
}

/** A change and its time limit. */
export interface Change {
  readonly signal: AbortSignal;
  /** Called when the change failed and the session could not discard it: the candidate may still have it. */
  readonly onUndiscarded?: (() => void) | undefined;
  /** Id of the change, the same when a run that was interrupted is repeated. */
  readonly changeId?: string | undefined;
  /** True: the edit is the whole configuration, and everything missing from it is deleted. */
  readonly replaces?: boolean | undefined;
}

interface Run extends Pick<Change, 'signal' | 'onUndiscarded'> {
  readonly session: NetconfSession;
  /** Id that confirms a commit; null on a device that does not wait for a confirmation. */
  readonly persistId: string | null;
  readonly replaces: boolean;
  readonly target: 'candidate' | 'running';
}

/** Refuses to replace a configuration on a device that could end half-way. */
function checkReplacement({ session, target }: Run): void {
  if (target === 'candidate' || session.hasCapability('rollback-on-error')) return;
  throw new Fault(
    'unsupported',
    'the device announces neither :candidate nor :rollback-on-error, so its configuration cannot be replaced as a whole',
  );
}

function confirmIdOf(session: NetconfSession, changeId: string | undefined): string | null {
  if (!session.hasCapability('candidate') || !session.hasCapability('confirmed-commit:1.1'))
    return null;
  return `gatehouse-${changeId ?? randomUUID()}`;
}

/**
 * Reverts the commit of an earlier run that ended before it was confirmed. A device without a pending commit refuses this.
 *
 * @see  RFC 6241 section 8.4.4.1
 */
async function cancelEarlier(run: Run, persistId: string): Promise<void> {
  await send(run, { 'cancel-commit': { 'persist-id': persistId } }).catch(refusalOf);
}

function targetOf(session: NetconfSession): Run['target'] {
  if (session.hasCapability('candidate')) return 'candidate';
  if (session.hasCapability('writable-running')) return 'running';
  throw new Fault(
    'unsupported',
    'the device announces neither :candidate nor :writable-running, so its configuration cannot be edited',
  );
}

/**
 * Confirms a commit in a session of its own.
 *
 * @see  RFC 6241 section 8.4.5.1
 */
export async function confirmCommit(
  session: NetconfSession,
  persistId: string,
  signal: AbortSignal,
): Promise<void> {
  await session.sendRpc({ commit: { 'persist-id': persistId } }, signal);
}

/**
 * Copies the running configuration to the startup configuration, if the device keeps the two apart.
 *
 * @returns the fault of a copy that failed: the device runs the new configuration, and would start with the old one
 * @see     RFC 6241 section 8.7
 */
export async function copyToStartup(
  session: NetconfSession,
  signal: AbortSignal,
): Promise<Fault | null> {
  if (!session.hasCapability('startup')) return null;
  try {
    await session.sendRpc(
      { 'copy-config': { target: { startup: {} }, source: { running: {} } } },
      signal,
    );
    return null;
  } catch (cause) {
    const fault = asFault(cause);
    if (fault === null) throw cause;
    const text = 'the device has the change, but will start without it';
    return new Fault(fault.kind, `${text}: ${fault.message}`, { cause });
  }
}

async function editCandidate(run: Run, edits: readonly XmlObject[]): Promise<EditResult> {
  try {
    const outcomes = await editAll(run, edits);
    if (outcomes.some((outcome) => outcome !== null)) {
      await discard(run);
      return { outcomes, isDiscarded: true, persistId: null };
    }
    // No <validate> before: the commit validates, and after a <validate> netconfd (yuma123 2.13) does not commit.
    await commit(run);
    return { outcomes, isDiscarded: false, persistId: run.persistId };
  } catch (error) {
    await discard(run);
    throw error;
  }
}

/** Commits the candidate; if the device can wait for a confirmation, it does. */
async function commit(run: Run): Promise<void> {
  const { persistId } = run;
  if (persistId === null) {
    await send(run, { commit: {} });
    await save(run);
  } else {
    const confirmTimeout = { 'confirm-timeout': confirmTimeoutSeconds };
    await send(run, { commit: { confirmed: {}, ...confirmTimeout, persist: persistId } });
  }
}

async function save({ session, signal }: Run): Promise<void> {
  const unsaved = await copyToStartup(session, signal);
  if (unsaved) throw unsaved;
}

async function editRunning(run: Run, edits: readonly XmlObject[]): Promise<EditResult> {
  const outcomes = await editAll(run, edits);
  await save(run);
  return { outcomes, isDiscarded: false, persistId: null };
}

/** Sends the edits one after the other. A refused edit is an outcome; the loss of the session is not. */
async function editAll(run: Run, edits: readonly XmlObject[]): Promise<EditOutcomes> {
  const outcomes: (Fault | null)[] = [];
  for (const config of edits) {
    const request = send(run, {
      'edit-config': {
        target: { [run.target]: {} },
        'default-operation': run.replaces ? 'replace' : 'merge',
        ...(run.session.hasCapability('validate') && { 'test-option': 'test-then-set' }),
        ...(run.session.hasCapability('rollback-on-error') && {
          'error-option': 'rollback-on-error',
        }),
        config,
      },
    });
    outcomes.push(await request.then(() => null, refusalOf));
  }
  return outcomes;
}

function refusalOf(error: unknown): Fault {
  const fault = asFault(error);
  if (fault?.kind !== 'rejected') throw error;
  return fault;
}

async function send({ session, signal }: Run, rpc: XmlObject): Promise<void> {
  await session.sendRpc(rpc, signal);
}

/**
 * Locks the configuration. A lock of another session, such as a management system that writes, is mostly short.
 *
 * @throws RpcError if it is still locked after some seconds; Fault of the connection
 */
async function lock(run: Run): Promise<void> {
  const rpc = { lock: { target: { [run.target]: {} } } };
  for (let left = lockTries; ; left -= 1)
    try {
      await send(run, rpc);
      return;
    } catch (error) {
      if (left === 1 || !(error instanceof RpcError) || !error.isLocked) throw error;
      await sleep(lockRetryMs, undefined, { signal: run.signal }).catch(() => {
        throw error;
      });
    }
}

async function discard(run: Run): Promise<void> {
  if (!(await cleanUp(run, { 'discard-changes': {} }))) run.onUndiscarded?.();
}

/** Opens a session, uses it and closes it. */
type UseSession = (
  signal: AbortSignal,
  work: (session: NetconfSession) => Promise<void>,
) => Promise<void>;

/**
 * Discards the candidate of a session that was lost, in a new one. A device that cannot be reached keeps or discards it by
 * itself.
 *
 * @see  RFC 6241 section 8.3.4.2
 */
export async function discardAnew(useSession: UseSession): Promise<void> {
  const discarded = runWithin({ timeoutMs: discardMs }, (signal) =>
    useSession(signal, async (session) => {
      if (session.hasCapability('candidate'))
        await session.sendRpc({ 'discard-changes': {} }, signal);
    }),
  );
  await discarded.catch(() => undefined);
}

/** Sends a request whose failure does not change the outcome. @returns whether it succeeded */
function cleanUp({ session }: Run, rpc: XmlObject): Promise<boolean> {
  return runWithin({ timeoutMs: cleanupMs }, (signal) => session.sendRpc(rpc, signal)).then(
    () => true,
    () => false,
  );
}
