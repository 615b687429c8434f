import ssh2, {
  type AnyAuthMethod,
  type AuthenticationType,
  type KeyboardInteractiveAuthMethod,
} from 'ssh2';
import { Fault } from '../../errors.ts';
import type { Secret } from '../../secret.ts';

/** How to get in; a user without key and password is let in where the device asks for neither. */
export interface SshCredentials {
  readonly username?: string;
  readonly password?: Secret;
  /** OpenSSH or PEM, without a passphrase. */
  readonly privateKey?: Secret;
}

/** Asked by ssh2 after each answer of the server; `left` is null before the first. False: nothing more to try. */
export type AuthHandler = (left: readonly AuthenticationType[] | null) => AnyAuthMethod | false;

type Prompter = KeyboardInteractiveAuthMethod['prompt'];
type Step = (left: readonly AuthenticationType[]) => AnyAuthMethod | null;

/**
 * The order in which credentials are tried: none, the key, the password. Each is sent once: a password that the
 * device refused is not tried again under another method's name, so a wrong one counts once towards a lock-out.
 *
 * @throws Fault `refused`  there is no user name, or the private key cannot be read
 */
export function createAuthHandler({ username, password, privateKey }: SshCredentials): AuthHandler {
  if (username === undefined) throw new Fault('refused', 'an SSH login needs a username');
  const steps: Step[] = [];
  if (privateKey !== undefined) steps.push(keyStep(username, privateKey));
  if (password !== undefined) steps.push(passwordStep(username, password));
  return (left) => {
    if (left === null) return { type: 'none', username };
    for (const [index, step] of steps.entries()) {
      const method = step(left);
      if (method === null) continue;
      steps.splice(index, 1);
      return method;
    }
    return false;
  };
}

function keyStep(username: string, privateKey: Secret): Step {
  const key = ssh2.utils.parseKey(privateKey.reveal());
  if (key instanceof Error)
    throw new Fault('refused', `the private key cannot be used: ${key.message}`);
  return (left) => (left.includes('publickey') ? { type: 'publickey', username, key } : null);
}

function passwordStep(username: string, password: Secret): Step {
  return (left) => {
    if (left.includes('password'))
      return { type: 'password', username, password: password.reveal() };
    if (left.includes('keyboard-interactive'))
      return { type: 'keyboard-interactive', username, prompt: answerOnce(password) };
    return null;
  };
}

/** Gives the password to the first hidden prompt. A later one may ask for a new password and gets nothing. */
function answerOnce(password: Secret): Prompter {
  let given = false;
  return (...[, , , prompts, finish]) => {
    finish(
      prompts.map(({ echo }) => {
        if (echo === true || given) return '';
        given = true;
        return password.reveal();
      }),
    );
  };
}
