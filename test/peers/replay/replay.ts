import { fileURLToPath } from 'node:url';
import type { Target } from '../../../src/contract/adapter.ts';
import type { Recording } from '../../../src/device-type/record/recording.ts';
import { Secret } from '../../../src/contract/secret.ts';
import { startChild } from '../child.ts';
import { replayPassword } from './ssh.ts';
import { siblingModule } from '../../../src/runtime/package-root.ts';

export interface Replay {
  /** Returns how a recorded device is reached, with the options of its type. */
  targetOf(name: string, recording: Recording, options: object): Target<Record<string, unknown>>;
  stop(): Promise<void>;
}

interface Ports {
  readonly ssh: number;
  readonly snmp: number;
  readonly http: Readonly<Record<string, number>>;
}

/** Starts the process that replays the recordings. */
export async function startReplay(): Promise<Replay> {
  const child = await startChild({
    command: process.execPath,
    args: [fileURLToPath(siblingModule('./process', import.meta.url))],
    ready: (output) => output.endsWith('}\n'),
  });
  const ports = JSON.parse(child.output().split('\n', 1).join('')) as Ports;
  const portOf = (name: string, { protocol }: Recording) => {
    if (protocol === 'http') return ports.http[name];
    return protocol === 'snmp' ? ports.snmp : ports.ssh;
  };
  return {
    targetOf: (name, recording, options) => ({
      name,
      host: '127.0.0.1',
      options: { ...options, ...recording.options, port: portOf(name, recording) },
      credentials: {
        username: name,
        password: new Secret(replayPassword),
        community: new Secret(name),
      },
      checkHostKey: () => Promise.resolve(true),
    }),
    stop: () => child.stop(),
  };
}
