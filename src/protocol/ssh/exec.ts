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
  /** True if the command was ended, because it printed many times the limit. */
  readonly stopped: boolean;
  readonly exitCode: number | null;
  /** Signal that ended the command, such as `SIGTERM`. */
  readonly signal: string | null;
  /** True if the device closed the channel or the connection without an exit status. */
  readonly disconnected: boolean;
}

/** Output beyond this many limits ends the command: dropping output costs time of the event loop. */
const endlessFactor = 16;

/**
 * Reads the channel of a command to its end. It must be called in the callback that opens the channel: a later listener
 * would miss output that a fast device sends in the same packet.
 *
 * @param maxOutput  limit of each stream in characters; the rest is read and dropped
 */
export function readExec(channel: ClientChannel, maxOutput: number): Promise<ExecResult> {
  const output = keepText(maxOutput);
  const stdout = keepText(maxOutput);
  const flooded = new Promise<void>((resolve) => {
    const add = (part: string) => {
      output.add(part);
      if (output.length() > maxOutput * endlessFactor) resolve();
    };
    channel.setEncoding('utf8').on('data', (part: string) => {
      add(part);
      stdout.add(part);
    });
    channel.stderr.setEncoding('utf8').on('data', add);
  });
  const errorsEnded = once(channel.stderr, 'end');
  const closed = new Promise<[number | null, string | null]>((resolve) => {
    channel.on('close', (code?: number | null, signal?: string) => {
      resolve([code ?? null, signal ?? null]);
    });
  });
  channel.end();
  const texts = () => ({
    output: output.text(),
    stdout: stdout.text(),
    truncated: output.isCut(),
  });
  const ended = Promise.all([closed, errorsEnded]).then(([[exitCode, signal]]) => {
    const disconnected = exitCode === null && signal === null;
    return { ...texts(), stopped: false, exitCode, signal, disconnected };
  });
  const stopped = flooded.then(() => {
    // From now on the device can send only until its window is full.
    channel.pause();
    channel.close();
    return { ...texts(), stopped: true, exitCode: null, signal: null, disconnected: false };
  });
  return Promise.race([ended, stopped]);
}

function keepText(max: number) {
  let text = '';
  let isCut = false;
  let length = 0;
  return {
    add: (part: string) => {
      length += part.length;
      const room = max - text.length;
      text += part.slice(0, room);
      isCut ||= part.length > room;
    },
    isCut: () => isCut,
    /** Length of everything that was added, including dropped output. */
    length: () => length,
    // An incomplete line is dropped, because a mask may miss half a secret.
    text: () => (isCut ? text.slice(0, text.lastIndexOf('\n') + 1) : text),
  };
}
