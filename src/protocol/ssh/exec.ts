import { once } from 'node:events';
import type { ClientChannel } from 'ssh2';

/** How a command on a device ended. */
export interface ExecResult {
  /** What it printed, standard output and errors in order of arrival; whole lines only where it was cut. */
  readonly output: string;
  /** The standard output alone, where values are. */
  readonly stdout: string;
  /** It printed more than was kept. */
  readonly truncated: boolean;
  readonly exitCode: number | null;
  /** `SIGTERM` and the like, where a signal ended it. */
  readonly signal: string | null;
  /** The device closed the channel, or the whole connection, without saying how the command ended. */
  readonly disconnected: boolean;
}

/**
 * Reads a command's channel to its end. Must be called in the callback that gives the channel: what a fast device
 * sends in the same packet is lost on a later listener.
 *
 * @param maxOutput  characters kept of each stream; what follows is read and dropped
 */
export function readExec(channel: ClientChannel, maxOutput: number): Promise<ExecResult> {
  const output = keepText(maxOutput);
  const stdout = keepText(maxOutput);
  channel.setEncoding('utf8').on('data', (part: string) => {
    output.add(part);
    stdout.add(part);
  });
  channel.stderr.setEncoding('utf8').on('data', output.add);
  const errorsEnded = once(channel.stderr, 'end');
  const closed = new Promise<[number | null, string | null]>((resolve) => {
    channel.on('close', (code?: number | null, signal?: string) => {
      resolve([code ?? null, signal ?? null]);
    });
  });
  channel.end();
  return Promise.all([closed, errorsEnded]).then(([[exitCode, signal]]) => ({
    output: output.text(),
    stdout: stdout.text(),
    truncated: output.isCut(),
    exitCode,
    signal,
    disconnected: exitCode === null && signal === null,
  }));
}

function keepText(max: number) {
  let kept = '';
  let cut = false;
  return {
    add: (part: string) => {
      const room = max - kept.length;
      kept += part.slice(0, room);
      cut ||= part.length > room;
    },
    isCut: () => cut,
    // A secret cut in half escapes the pattern that would strike it out, so a cut line goes altogether.
    text: () => (cut ? kept.slice(0, kept.lastIndexOf('\n') + 1) : kept),
  };
}
