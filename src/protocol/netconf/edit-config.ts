import { asFault, Fault } from '../../errors.ts';
import { runWithin } from '../../runtime/deadline.ts';
import type { NetconfSession } from './session.ts';
import type { XmlObject } from './template.ts';

/** Outcome of each edit, in order: null, or the fault that refused it. */
export type EditOutcomes = readonly (Fault | null)[];

/** Time limit of what is sent after a failure: discard and unlock. */
const cleanupMs = 2000;

/**
 * Edits the configuration under a lock. On a candidate configuration all edits are committed together or discarded; on a
 * writable running configuration the edits before a refused one remain.
 *
 * @param edits   content of `<config>`; each is an `<edit-config>` of its own
 * @throws Fault  of the lock, the validation, the commit or the connection
 * @see           RFC 6241 sections 7.2, 7.5, 8.3, 8.4, 8.6 and 8.7
 */
export async function editConfig(
  session: NetconfSession,
  edits: readonly XmlObject[],
  signal: AbortSignal,
): Promise<EditOutcomes> {
  const run: Run = { session, signal, target: targetOf(session) };
  await send(run, { lock: { target: { [run.target]: {} } } });
  try {
    return await (run.target === 'candidate' ? editCandidate : editRunning)(run, edits);
  } finally {
    // The server releases the lock at the end of the session too.
    await cleanUp(run, { unlock: { target: { [run.target]: {} } } });
  }
}

interface Run {
  readonly session: NetconfSession;
  readonly signal: AbortSignal;
  readonly target: 'candidate' | 'running';
}

function targetOf(session: NetconfSession): Run['target'] {
  if (session.hasCapability('candidate')) return 'candidate';
  if (session.hasCapability('writable-running')) return 'running';
  throw new Fault(
    'unsupported',
    'the device announces neither :candidate nor :writable-running, so its configuration cannot be edited',
  );
}

async function editCandidate(run: Run, edits: readonly XmlObject[]): Promise<EditOutcomes> {
  try {
    const outcomes = await editAll(run, edits);
    const refused = outcomes.findIndex((outcome) => outcome !== null);
    if (refused !== -1) {
      await cleanUp(run, { 'discard-changes': {} });
      return outcomes.map((outcome) => outcome ?? discarded);
    }
    // No <validate> before: the commit validates, and netconfd (yuma123 2.13) commits nothing after one.
    await send(run, { commit: {} });
    return outcomes;
  } catch (error) {
    await cleanUp(run, { 'discard-changes': {} });
    throw error;
  }
}

const discarded = new Fault(
  'rejected',
  'discarded, because the device refused another change of the same write',
);

async function editRunning(run: Run, edits: readonly XmlObject[]): Promise<EditOutcomes> {
  const outcomes = await editAll(run, edits);
  if (run.session.hasCapability('startup'))
    await send(run, { 'copy-config': { target: { startup: {} }, source: { running: {} } } });
  return outcomes;
}

/** Sends the edits one after the other. A refused edit is an outcome; the loss of the session is not. */
async function editAll(run: Run, edits: readonly XmlObject[]): Promise<EditOutcomes> {
  const outcomes: (Fault | null)[] = [];
  for (const config of edits) {
    const request = send(run, {
      'edit-config': {
        target: { [run.target]: {} },
        'default-operation': 'merge',
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

/** Sends a request whose failure changes nothing about the outcome. */
async function cleanUp({ session }: Run, rpc: XmlObject): Promise<void> {
  await runWithin({ timeoutMs: cleanupMs }, (signal) => session.sendRpc(rpc, signal)).catch(
    () => null,
  );
}
