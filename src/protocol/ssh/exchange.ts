import { Fault } from '../../contract/errors.ts';
import { requestOf, type Command, type Request, type WriteCommand } from './command.ts';
import type { SshTarget } from './connect.ts';
import type { Dialogue } from './dialogue.ts';
import { KeptShells } from './kept-shells.ts';
import { failureOf, runLines, type Outcome } from './outcome.ts';
import type { SshSession } from './session.ts';
import type { ShellCredentials } from './template.ts';

/** Limit in characters of the output of a command. */
export const maxOutputLength = 1_048_576;

/** Limit in characters of the part of a command that a message shows. */
const maxShownLength = 250;

const shells = new KeptShells();

/** An open connection in use. */
export interface Use {
  readonly session: SshSession;
  readonly target: SshTarget & {
    readonly options: { readonly shell: Dialogue };
    readonly credentials: ShellCredentials;
  };
  readonly signal: AbortSignal;
}

interface Sent {
  readonly request: Request;
  /** The command of the type; messages quote it to name the request. */
  readonly command: Command | WriteCommand;
}

/** Sends a request, by a channel of its own or in the shell of the connection. */
export async function send(
  { session, target, signal }: Use,
  { request, command }: Sent,
): Promise<Outcome> {
  const { run, lines } = request;
  if (run !== undefined) {
    const result = await session.exec(run, { signal, maxOutputLength });
    return { ...result, failedLine: null, isCut: false };
  }
  const { fail } = command;
  const shown = requestOf(command).lines ?? [];
  const { credentials, options: by } = target;
  return shells.use(session, { dialogue: by.shell, credentials, signal }, (shell) =>
    runLines(shell, { lines, shown, fail, signal, maxOutputLength }),
  );
}

/** Sends a command. Returns its standard output, or the fault if the device refused it. */
export async function answerTo(use: Use, command: Command): Promise<string | Fault> {
  const outcome = await send(use, { request: requestOf(command), command });
  return writeFault(use.session, command, outcome) ?? outcome.stdout;
}

/**
 * Returns why a write failed, in the words of the template and without a secret value; null if it succeeded.
 *
 * @throws Fault `unreachable` if the device closed the connection
 */
export function writeFault(
  session: SshSession,
  command: WriteCommand,
  outcome: Outcome,
): Fault | null {
  if (outcome.disconnected) throw disconnectFault(session, requestOf(command));
  if (outcome.stopped) return outputFault(session, requestOf(command));
  const failure = failureOf(command, shownOf(requestOf(command)), outcome);
  return failure === null ? null : new Fault('rejected', `${session.peerLabel}: ${failure}`);
}

export function disconnectFault(session: SshSession, request: Request): Fault {
  return new Fault(
    'unreachable',
    `${session.peerLabel} closed the connection while running ${shownOf(request)}`,
  );
}

export function outputFault(session: SshSession, request: Request): Fault {
  return new Fault(
    'garbled',
    `${session.peerLabel}: ${shownOf(request)} printed more than ${maxOutputLength} characters and was ended`,
  );
}

/** Returns a request in quotes, as messages name it: of a script the beginning. */
export function shownOf({ run, lines = [] }: Request): string {
  const text = run ?? lines.map(({ send: line }) => line).join('; ');
  return JSON.stringify(text.length > maxShownLength ? `${text.slice(0, maxShownLength)}…` : text);
}
