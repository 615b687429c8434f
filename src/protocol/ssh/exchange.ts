import { Fault } from '../../contract/errors.ts';
import { searchBounded } from '../../runtime/pattern/bounded-search.ts';
import { requestOf, type Command, type Request, type WriteCommand } from './command.ts';
import type { SshTarget } from './connect.ts';
import type { Dialogue, LineStep } from './dialogue.ts';
import type { ExecResult } from './exec.ts';
import { KeptShells } from './kept-shells.ts';
import type { Shell } from './shell.ts';
import type { SshSession } from './session.ts';
import type { ShellCredentials } from './template.ts';

/** Limit in characters of the output of a command. */
export const maxOutputLength = 1_048_576;

/** Limit in characters of the part of a command that a message shows. */
const maxShownLength = 250;

/** Limit in characters of the part of an output that a message shows. */
const maxMessageLength = 500;

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

/** Result of a request: of one command line, or of the lines of a shell. */
export interface Outcome extends ExecResult {
  /** The shell line that failed; null if all lines succeeded, and for a command line. */
  readonly failedLine: string | null;
  /** True if the connection ended before all lines of a shell were sent and the required answers given. */
  readonly isCut: boolean;
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

/** Lines of a shell, how messages show them, and their limits. */
interface LinesRequest {
  readonly lines: readonly LineStep[];
  readonly shown: readonly LineStep[];
  /** Pattern of an output that is a failure. */
  readonly fail: string | undefined;
  readonly signal: AbortSignal;
  readonly maxOutputLength: number;
}

/** Sends lines one after the other until one fails. Returns the output of all of them. */
async function runLines(shell: Shell, request: LinesRequest): Promise<Outcome> {
  const { lines, shown, fail, signal, maxOutputLength } = request;
  const outputs: string[] = [];
  let failedLine: string | null = null;
  let [disconnected, truncated, isCut] = [false, false, false];
  for (const [at, line] of lines.entries()) {
    const words = shown[at]?.send ?? line.send;
    const result = await shell.run({ line, shown: words, signal, maxOutputLength });
    outputs.push(result.output);
    ({ disconnected, truncated } = result);
    isCut = disconnected && (result.isCut || at < lines.length - 1);
    if (disconnected || truncated) break;
    if (!result.hasFailed && !matches(fail, result.output)) continue;
    failedLine = words;
    break;
  }
  const output = outputs.join('\n');
  const end = { exitCode: null, signal: null, stopped: truncated };
  return { output, stdout: output, ...end, truncated, disconnected, failedLine, isCut };
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

/** Returns why a request failed; null if it succeeded. */
export function failureOf(
  {
    fail,
    mask: secrets,
  }: { readonly fail?: string | undefined; readonly mask?: string | undefined },
  shown: string,
  { exitCode, signal, output, failedLine }: Outcome,
): string | null {
  const text = mask(output, secrets).trim();
  if (failedLine !== null) return `${JSON.stringify(failedLine)} failed: ${clip(text)}`;
  // A device that sends no exit status is judged by its output.
  const hasFailedStatus = signal !== null || (exitCode !== null && exitCode !== 0);
  if (!hasFailedStatus && !matches(fail, output)) return null;
  const status = exitCode === null ? 'no exit status' : `exit code ${exitCode}`;
  const end = signal === null ? status : `ended by ${signal}`;
  return `${shown} failed, ${end}: ${clip(text)}`;
}

function clip(text: string): string {
  return text === '' ? 'no output' : text.slice(0, maxMessageLength);
}

function matches(pattern: string | undefined, text: string): boolean {
  return (
    pattern !== undefined &&
    searchBounded({ source: pattern, flags: 'm' }, text, (found, whole) => found.test(whole))
  );
}

/** Returns a text with the matches of the pattern struck out. */
export function mask(text: string, pattern: string | undefined): string {
  if (pattern === undefined) return text;
  return searchBounded({ source: pattern, flags: 'gm' }, text, (found, whole) =>
    whole.replace(found, '***'),
  );
}

/** Returns a request in quotes, as messages name it: of a script the beginning. */
export function shownOf({ run, lines = [] }: Request): string {
  const text = run ?? lines.map(({ send: line }) => line).join('; ');
  return JSON.stringify(text.length > maxShownLength ? `${text.slice(0, maxShownLength)}…` : text);
}
