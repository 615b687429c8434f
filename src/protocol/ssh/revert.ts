import { setTimeout as sleep } from 'node:timers/promises';
import { Type, type Static } from 'typebox';
import { asFault, Fault } from '../../contract/errors.ts';
import { runWithin } from '../../runtime/deadline.ts';
import { searchBounded } from '../../runtime/pattern/bounded-search.ts';
import { checkSshCommand, sshCommandSchema, type Command } from './command.ts';
import { stepsSchema } from './dialogue.ts';

/*
 * Changes that the device itself takes back: by a commit that it waits for to be confirmed, or by a timer on it. A change that
 * cuts the device off is undone, and several changes take effect together or not at all.
 */

const closed = { additionalProperties: false };
const { run, fail } = sshCommandSchema.properties;
const command = (description: string) =>
  Type.Object({ run, shell: Type.Optional(stepsSchema), fail }, { ...closed, description });

/** Schema of how the device takes a change back, in the options of a connection. */
export const revertSchema = Type.Object(
  {
    begin: Type.Optional(
      command(
        'sent before the changes: first takes back changes that an earlier write left unconfirmed, then starts the timer that takes these back',
      ),
    ),
    commit: Type.Optional(
      command('sent after the changes on the same connection, such as `commit confirmed 1`'),
    ),
    confirm: command(
      'keeps the changes, sent over a new connection; fails if the device has taken them back, and succeeds if it is repeated',
    ),
    busy: Type.Optional(
      Type.String({
        description:
          'regular expression; if the output of `confirm` matches, the device is still applying the change, and `confirm` is sent again',
      }),
    ),
    undo: Type.Optional(
      command('takes the changes back immediately; sent when the device has refused one of them'),
    ),
    objects: Type.Optional(
      Type.Boolean({
        description:
          'false: only settings and restorations are taken back, and objects are added and deleted without it',
      }),
    ),
    within: Type.Integer({
      minimum: 10,
      maximum: 600,
      description: 'seconds after which the device takes unconfirmed changes back',
    }),
  },
  closed,
);

export type Revert = Static<typeof revertSchema>;

/** Checks the commands and the pattern. @throws Fault `unsupported` naming the invalid one */
export function checkRevert({ begin, commit, confirm, undo, busy = '' }: Revert): void {
  for (const [name, one] of Object.entries({ begin, commit, confirm, undo }))
    try {
      if (one !== undefined) checkSshCommand(one);
    } catch (error) {
      throw new Fault('unsupported', `revert.${name}: ${asFault(error)?.message ?? 'not valid'}`);
    }
  try {
    new RegExp(busy, 'm');
  } catch (error) {
    throw new Fault('unsupported', `revert.busy: ${String(error)}`, { cause: error });
  }
}

/** Connections to the device that is changed. */
export interface Connections<C> {
  /** Makes a new connection for each call. */
  connect<T>(signal: AbortSignal, use: (connection: C) => Promise<T>): Promise<T>;
  /** Sends a command. Returns its output, or the fault if the device refused it. */
  send(connection: C, command: Command): Promise<string | Fault>;
}

/** Result of a change; after a refusal the device is as before. */
export interface Changed<T> {
  readonly result: T;
  readonly isRefused: boolean;
}

/** Time between two tries to confirm. */
const retryMs = 1000;

/**
 * Makes a change that the device takes back unless it is confirmed over a new connection.
 *
 * @param work    changes the device; calls `begin` before its first change
 * @throws Fault  `rejected` if the connection is lost after that or cannot be confirmed, so that the change is not made again
 *                by itself: the device takes it back
 */
export async function changeOrRevert<C, T>(
  revert: Revert,
  { signal, ...connections }: Connections<C> & { readonly signal: AbortSignal },
  work: (connection: C, begin: () => Promise<void>) => Promise<Changed<T>>,
): Promise<T> {
  const limit = { signal, timeoutMs: revert.within * 1000 };
  const begun: { endsAt: number | null } = { endsAt: null };
  const make = async (connection: C): Promise<Changed<T>> => {
    const must = mustAccept(connections, connection);
    const changed = await work(connection, async () => {
      begun.endsAt = performance.now() + limit.timeoutMs;
      await must(revert.begin, 'prepare to take the change back');
    });
    if (begun.endsAt === null) return changed;
    if (changed.isRefused) await must(revert.undo, 'take the change back');
    else await must(revert.commit, 'commit the change');
    return changed;
  };
  try {
    const { result, isRefused } = await runWithin(limit, (deadline) =>
      connections.connect(deadline, make),
    );
    const { endsAt } = begun;
    if (endsAt !== null && !isRefused) await confirm(revert, { ...connections, signal, endsAt });
    return result;
  } catch (error) {
    if (begun.endsAt === null || signal.aborted || !isSilence(error)) throw error;
    throw takenBack(error, revert);
  }
}

/** Returns the function that sends a command of the revert, if there is one, and throws if the device refuses it. */
function mustAccept<C>(connections: Connections<C>, connection: C) {
  return async (command: Command | undefined, what: string): Promise<void> => {
    const answer = command === undefined ? '' : await connections.send(connection, command);
    if (!(answer instanceof Fault)) return;
    throw new Fault('rejected', `the device did not ${what}: ${answer.message}`, { cause: answer });
  };
}

interface Confirmation<C> extends Connections<C> {
  readonly signal: AbortSignal;
  /** Time of `performance.now` after which the device has taken the change back. */
  readonly endsAt: number;
}

/** Confirms a change over a new connection, which proves that the device can still be reached. Tries until then. */
async function confirm<C>(
  revert: Revert,
  { signal, endsAt, ...connections }: Confirmation<C>,
): Promise<void> {
  for (;;) {
    const limit = { signal, timeoutMs: Math.max(endsAt - performance.now(), 0) };
    try {
      await runWithin(limit, (deadline) =>
        connections.connect(deadline, (connection) => confirmOnce(revert, connections, connection)),
      );
      return;
    } catch (error) {
      if (!isSilence(error)) throw signal.aborted ? error : takenBack(error, revert);
      if (signal.aborted || performance.now() + retryMs > endsAt) throw error;
    }
    await sleep(retryMs, undefined, { signal });
  }
}

/** @throws Fault of the device; `timeout` while it still applies the change */
async function confirmOnce<C>(
  revert: Revert,
  connections: Connections<C>,
  connection: C,
): Promise<void> {
  const answer = await connections.send(connection, revert.confirm);
  if (answer instanceof Fault) throw answer;
  if (isBusy(revert, answer))
    throw new Fault('timeout', `the device still applies it: ${answer.trim()}`);
}

/** True for a fault of a device that may answer a moment later. */
function isSilence(error: unknown): boolean {
  return ['unreachable', 'timeout'].includes(asFault(error)?.kind ?? '');
}

function isBusy({ busy }: Revert, answer: string): boolean {
  if (busy === undefined) return false;
  return searchBounded({ source: busy, flags: 'm' }, answer, (found, whole) => found.test(whole));
}

/** Returns the fault of a change that was not confirmed; any other error is returned unchanged. */
function takenBack(error: unknown, { within }: Revert): unknown {
  const fault = asFault(error);
  if (fault === null) return error;
  return new Fault(
    'rejected',
    `the change could not be confirmed over a new connection, so the device takes it back within ${within} s: ${fault.message}`,
    { cause: error },
  );
}
