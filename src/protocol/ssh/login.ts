import { createHash, createPrivateKey } from 'node:crypto';
import ssh2, {
  type AnyAuthMethod,
  type AuthenticationType,
  type KeyboardInteractiveAuthMethod,
  type ParsedKey,
} from 'ssh2';
import { Fault } from '../../contract/errors.ts';
import type { Secret } from '../../contract/secret.ts';
import type { SshCredentials } from './credentials.ts';

/* Host key and authentication of an SSH login. */

/** Algorithm and fingerprint of a server's public key. */
export interface HostKey {
  /** The key's type, `ssh-ed25519`; an RSA key is `ssh-rsa` with any signature algorithm. */
  readonly algorithm: string;
  /** `SHA256:` and base64 without padding, as `ssh-keygen -l` prints it. */
  readonly fingerprint: string;
}

/**
 * Parses a public key.
 *
 * @param blob  public key in the server's encoding: its type as a counted string, then the numbers
 * @see         RFC 4253 section 6.6; the fingerprint is OpenSSH's
 */
export function parseHostKey(blob: Buffer): HostKey {
  const digest = createHash('sha256').update(blob).digest('base64').replace(/=+$/, '');
  return { algorithm: keyType(blob), fingerprint: `SHA256:${digest}` };
}

function keyType(blob: Buffer): string {
  const length = blob.length < 4 ? 0 : blob.readUInt32BE(0);
  if (length === 0 || length > blob.length - 4)
    throw new Fault('garbled', 'the host key does not begin with its type');
  return blob.toString('latin1', 4, 4 + length);
}

/** Called by ssh2 after each reply of the server; `methodsLeft` is null before the first. False: no method is methodsLeft to try. */
export type AuthHandler = (
  methodsLeft: readonly AuthenticationType[] | null,
) => AnyAuthMethod | false;

type Prompter = KeyboardInteractiveAuthMethod['prompt'];
type PromptRefusal = (fault: Fault) => void;
type AuthStep = (methodsLeft: readonly AuthenticationType[]) => AnyAuthMethod | null;

/**
 * Creates the handler that tries no credential, then the key, then the password. Each is sent once: a refused password
 * is not sent again by another method, so that it counts once towards a lockout.
 *
 * @param onRefused  called with the fault of a login that asks for more than a password
 * @throws Fault `refused` if there is no user name or the private key cannot be parsed
 */
export function createAuthHandler(
  { username, password, privateKey, more = {} }: SshCredentials,
  onRefused: PromptRefusal,
): AuthHandler {
  if (username === undefined)
    throw new Fault(
      'refused',
      'an SSH login needs a username: set it in the device or its connection profile',
      { isUntried: true },
    );
  const steps: AuthStep[] = [];
  if (privateKey !== undefined)
    steps.push(keyStep(username, parseKey(privateKey, more['private_key_passphrase'])));
  if (password !== undefined) steps.push(passwordStep(username, password, onRefused));
  return (methodsLeft) => {
    if (methodsLeft === null) return { type: 'none', username };
    for (const [index, step] of steps.entries()) {
      const method = step(methodsLeft);
      if (method === null) continue;
      steps.splice(index, 1);
      return method;
    }
    return false;
  };
}

function keyStep(username: string, key: ParsedKey): AuthStep {
  return (methodsLeft) =>
    methodsLeft.includes('publickey') ? { type: 'publickey', username, key } : null;
}

/**
 * Parses a private key: OpenSSH, PuTTY and the PEM forms that ssh2 reads, and others, such as PKCS#8, by Node.
 *
 * @throws Fault `refused` without the key
 */
export function parseKey(privateKey: Secret, passphrase: Secret | undefined): ParsedKey {
  const text = privateKey.reveal().trim();
  const pem = text.includes('-----BEGIN PRIVATE KEY') || text.includes('-----BEGIN ENCRYPTED');
  try {
    const readable = pem ? traditionalPem(text, passphrase) : text;
    const key = ssh2.utils.parseKey(readable, pem ? undefined : passphrase?.reveal());
    if (!(key instanceof Error)) return key;
    throw key;
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'not a key';
    throw new Fault('refused', `the private key cannot be used: ${reason}`, { isUntried: true });
  }
}

/** Returns a PKCS#8 key in the form that ssh2 reads. */
function traditionalPem(text: string, passphrase: Secret | undefined): string {
  const key = createPrivateKey({ key: text, passphrase: passphrase?.reveal() ?? '' });
  const { asymmetricKeyType: type } = key;
  if (type === 'rsa') return key.export({ format: 'pem', type: 'pkcs1' }).toString();
  if (type === 'ec') return key.export({ format: 'pem', type: 'sec1' }).toString();
  throw new Error(`a key of type ${String(type)} is read in OpenSSH format only`);
}

function passwordStep(username: string, password: Secret, onRefused: PromptRefusal): AuthStep {
  return (methodsLeft) => {
    if (methodsLeft.includes('password'))
      return { type: 'password', username, password: password.reveal() };
    if (methodsLeft.includes('keyboard-interactive'))
      return { type: 'keyboard-interactive', username, prompt: answerOnce(password, onRefused) };
    return null;
  };
}

/**
 * Answers a single hidden prompt with the password. Several prompts, a prompt with visible input, and a second prompt
 * ask for something else, such as a code or a new password: they are refused, and the password stays here.
 */
function answerOnce(password: Secret, onRefused: PromptRefusal): Prompter {
  let isAnswered = false;
  return (...[, , , prompts, finish]) => {
    const [first] = prompts;
    if (first === undefined) {
      finish([]);
      return;
    }
    if (prompts.length === 1 && first.echo !== true && !isAnswered) {
      isAnswered = true;
      finish([password.reveal()]);
      return;
    }
    const asked = prompts.map(({ prompt }) => printable(prompt)).join(', ');
    onRefused(
      new Fault('refused', `the device asks for more than a password: ${JSON.stringify(asked)}`),
    );
  };
}

/** Returns the text of a prompt without control characters, for messages. */
function printable(prompt: string): string {
  return prompt
    .replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ')
    .trim()
    .slice(0, 100);
}
