import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ensureUser, makeFolder, needProgram, stopTree, user } from './openssh.ts';
import { freeTcpPort } from './port.ts';

const run = promisify(execFile);

/** Dropbear on 127.0.0.1, the SSH server of most small access points. */
export interface Dropbear {
  readonly port: number;
  readonly user: string;
  readonly password: string;
  stop(): Promise<void>;
}

/**
 * Starts Dropbear. A command is not run but answered with its text, `endless` without an end; a shell is one of the system,
 * with the prompt `garden$ ` and without a path, so that it has no commands but its own.
 */
export async function startDropbear(): Promise<Dropbear> {
  needProgram('/usr/sbin/dropbear', 'dropbear-bin');
  const password = await ensureUser();
  const folder = await makeFolder();
  const key = join(folder, 'host_key');
  await run('dropbearkey', ['-t', 'ed25519', '-f', key]);
  const recorder = join(folder, 'recorder');
  await writeFile(recorder, script);
  await chmod(recorder, 0o755);
  const port = await freeTcpPort();
  const child = spawn(
    '/usr/sbin/dropbear',
    ['-F', '-E', '-P', join(folder, 'pid'), '-r', key, '-p', `127.0.0.1:${port}`, '-c', recorder],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  await once(child.stderr.resume(), 'data');
  await accepts(port);
  return {
    port,
    user,
    password,
    async stop() {
      await stopTree(child);
      await rm(folder, { recursive: true });
    },
  };
}

/** Waits until the server accepts connections: its first line comes before it listens. */
async function accepts(port: number): Promise<void> {
  for (let attempt = 0; ; attempt += 1)
    try {
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect');
      socket.destroy();
      return;
    } catch (error) {
      if (attempt === 100) throw error;
      await setTimeout(20);
    }
}

const script = `#!/bin/sh
case $SSH_ORIGINAL_COMMAND in
  '') exec env -i 'PS1=garden$ ' PATH=/nonexistent /bin/sh ;;
  endless) exec yes 'a line of the log' ;;
  *) echo "ran $SSH_ORIGINAL_COMMAND" ;;
esac
`;
