import { once } from 'node:events';
import type { ClientChannel } from 'ssh2';

/** Output and end of a command. */
export interface ExecResult {
  /** Standard output and standard error in order of arrival; if truncated, without the incomplete last line. */
  readonly output: string;
  /** Standard output alone. */
  readonly stdout: string;
  /** True if the command printed more than the limit. */
  readonly truncated: boolean;
  readonly exitCode: number | null;
  /** Signal that ended the command, such as `SIGTERM`. */
  readonly signal: string | null;
  /** True if the device closed the channel or the connection without an exit status. */
  readonly disconnected: boolean;
}

/**
 * Reads the channel of a command to its end. It must be called in the callback that opens the channel: a later listener
 * would miss what a fast device sends in the same packet.
 *
 * @param maxOutput  limit of each stream in characters; the rest is read and dropped
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
  let text = '';
  let isCut = false;
  return {
    add: (part: string) => {
      const room = max - text.length;
      text += part.slice(0, room);
      isCut ||= part.length > room;
    },
    isCut: () => isCut,
    // An incomplete line is dropped, because a mask may miss half a secret.
    text: () => (isCut ? text.slice(0, text.lastIndexOf('\n') + 1) : text),
  };
}
