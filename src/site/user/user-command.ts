import { text } from 'node:stream/consumers';
import { changePassword, removeSecondFactor } from '../../aaa/account/machine-change.ts';
import type { Config } from '../../config/load-config.ts';
import { Secret } from '../../contract/secret.ts';
import { askHidden } from '../../runtime/terminal.ts';
import { commandStatement, failureAudited } from '../../upkeep/audit/command-audit.ts';
import { withStore } from '../command-work.ts';

/* Commands that help a user who cannot sign in. Each returns the text to print. */

/** Changes the password of a user. @throws Error naming why it cannot be changed */
export async function changeUserPassword(config: Config, username: string): Promise<string> {
  return withStore(config, async ({ store, vault }) => {
    const command = 'gatehouse user password';
    const now = new Date();
    const withIt = (user: number) => [
      commandStatement(store, { command, object: String(user) }, { isDone: true, now }),
    ];
    await failureAudited(store, command, async () => {
      const password = await readNewPassword();
      await changePassword({ store, vault }, password, { username, now, withIt });
    });
    return `The password of ${username} was changed, and its sessions of the console have ended.`;
  });
}

/** Removes the second factor of a user. @throws Error if there is no such user */
export async function resetSecondFactor(config: Config, username: string): Promise<string> {
  return withStore(config, async ({ store }) => {
    const command = 'gatehouse user reset-2fa';
    const withIt = (user: number) => [
      commandStatement(store, { command, object: String(user) }, { isDone: true, now: new Date() }),
    ];
    const had = await failureAudited(store, command, () =>
      removeSecondFactor(store, { username, withIt }),
    );
    const ended = 'its sessions of the console have ended';
    return had
      ? `The second factor of ${username} was removed, and ${ended}.`
      : `${username} has no second factor; ${ended}.`;
  });
}

/** Reads a password without echo from the terminal, twice, or from standard input; never from the arguments, which a list of processes shows. */
async function readNewPassword(): Promise<Secret> {
  if (!process.stdin.isTTY) return new Secret((await text(process.stdin)).replace(/\r?\n$/, ''));
  const password = await askHidden('New password: ');
  if ((await askHidden('The password again: ')) !== password)
    throw new Error('the two passwords differ');
  return new Secret(password);
}
