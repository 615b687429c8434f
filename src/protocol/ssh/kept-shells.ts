import type { Dialogue } from './dialogue.ts';
import type { SshSession } from './session.ts';
import { Shell } from './shell.ts';
import type { ShellCredentials } from './template.ts';

/** How the shell of a device is opened. */
export interface ShellUse {
  readonly dialogue: Dialogue;
  readonly credentials: ShellCredentials;
  readonly signal: AbortSignal;
}

/** Interactive shells that are open on kept connections, at most one on each. */
export class KeptShells {
  readonly #shells = new WeakMap<SshSession, Shell>();

  /**
   * Uses the shell of a connection, or opens one, and keeps it if it is back at its first prompt: a shell in another mode, or
   * with a fault, is closed.
   *
   * @throws errors of the login of the shell and of `work`
   */
  async use<T>(
    session: SshSession,
    { dialogue, credentials, signal }: ShellUse,
    work: (shell: Shell) => Promise<T>,
  ): Promise<T> {
    const shell =
      this.#take(session) ?? (await openShell(session, { dialogue, credentials, signal }));
    try {
      const result = await work(shell);
      if (shell.isReusable) this.#shells.set(session, shell);
      else shell.close();
      return result;
    } catch (error) {
      shell.close();
      throw error;
    }
  }

  #take(session: SshSession): Shell | null {
    const shell = this.#shells.get(session);
    this.#shells.delete(session);
    return shell?.isReusable === true ? shell : null;
  }
}

async function openShell(session: SshSession, use: ShellUse): Promise<Shell> {
  const { dialogue, credentials, signal } = use;
  const { peerLabel } = session;
  const destroy = () => {
    session.destroy();
  };
  const shell = await session.shell(
    signal,
    (channel) => new Shell(channel, { peerLabel, dialogue, credentials, destroy }),
  );
  try {
    await shell.start(signal);
    return shell;
  } catch (error) {
    shell.close();
    throw error;
  }
}
