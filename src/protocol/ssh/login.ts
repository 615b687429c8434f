import { createHash } from 'node:crypto';
import ssh2, {
  type Algorithms,
  type AnyAuthMethod,
  type AuthenticationType,
  type CipherAlgorithm,
  type KexAlgorithm,
  type KeyboardInteractiveAuthMethod,
  type ServerHostKeyAlgorithm,
} from 'ssh2';
import { Fault } from '../../errors.ts';
import type { Secret } from '../../secret.ts';

/* The three parts of an SSH login: algorithms, host key and authentication. */

/*
 * Complete lists, because ssh2 takes its own defaults for a list that is missing: those contain ssh-rsa and Diffie-Hellman
 * group exchange, which blocks the event loop for 0.2 to 22 seconds while Node checks the prime of the server.
 */
const keyExchange: readonly KexAlgorithm[] = [
  'curve25519-sha256',
  'curve25519-sha256@libssh.org',
  'ecdh-sha2-nistp256',
  'ecdh-sha2-nistp384',
  'ecdh-sha2-nistp521',
  'diffie-hellman-group14-sha256',
  'diffie-hellman-group16-sha512',
  'diffie-hellman-group18-sha512',
];

const hostKeys: readonly ServerHostKeyAlgorithm[] = [
  'ssh-ed25519',
  'ecdsa-sha2-nistp256',
  'ecdsa-sha2-nistp384',
  'ecdsa-sha2-nistp521',
  'rsa-sha2-512',
  'rsa-sha2-256',
];

const ciphers: readonly CipherAlgorithm[] = [
  'aes128-gcm@openssh.com',
  'aes256-gcm@openssh.com',
  'aes128-ctr',
  'aes192-ctr',
  'aes256-ctr',
  'chacha20-poly1305@openssh.com',
];

const legacyAlgorithms = {
  keyExchange: ['diffie-hellman-group14-sha1', 'diffie-hellman-group1-sha1'],
  hostKeys: ['ssh-rsa'],
  ciphers: ['aes256-cbc', 'aes192-cbc', 'aes128-cbc', '3des-cbc'],
} as const;

/**
 * Returns the algorithms that are offered to a server, in order of preference.
 *
 * @param legacy    adds weak algorithms that old access points need: SHA-1 key exchange, ssh-rsa, CBC
 * @param knownKey  type of the host key that is expected, `ssh-rsa`; a server with several shows the one asked for first
 */
export function selectAlgorithms(legacy: boolean, knownKey?: string): Algorithms {
  const offered = legacy ? [...hostKeys, ...legacyAlgorithms.hostKeys] : [...hostKeys];
  const isKnown = (algorithm: ServerHostKeyAlgorithm) => keyTypeOf(algorithm) === knownKey;
  return {
    kex: legacy ? [...keyExchange, ...legacyAlgorithms.keyExchange] : [...keyExchange],
    serverHostKey: [
      ...offered.filter(isKnown),
      ...offered.filter((algorithm) => !isKnown(algorithm)),
    ],
    cipher: legacy ? [...ciphers, ...legacyAlgorithms.ciphers] : [...ciphers],
  };
}

/** Returns the type of the key that a signature algorithm uses: RSA keys sign by several (RFC 8332). */
function keyTypeOf(algorithm: ServerHostKeyAlgorithm): string {
  return algorithm.startsWith('rsa-sha2-') ? 'ssh-rsa' : algorithm;
}

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

/** Credentials of a login; key and password may both be missing if the device requires neither. */
export interface SshCredentials {
  readonly username?: string;
  readonly password?: Secret;
  /** OpenSSH or PEM. */
  readonly privateKey?: Secret;
  readonly privateKeyPassphrase?: Secret;
  /** Password of the privileged mode of a shell. */
  readonly enablePassword?: Secret;
}

/** Called by ssh2 after each reply of the server; `methodsLeft` is null before the first. False: no method is methodsLeft to try. */
export type AuthHandler = (
  methodsLeft: readonly AuthenticationType[] | null,
) => AnyAuthMethod | false;

type Prompter = KeyboardInteractiveAuthMethod['prompt'];
type AuthStep = (methodsLeft: readonly AuthenticationType[]) => AnyAuthMethod | null;

/**
 * Creates the handler that tries no credential, then the key, then the password. Each is sent once: a refused password
 * is not sent again by another method, so that it counts once towards a lockout.
 *
 * @throws Fault `refused` if there is no user name or the private key cannot be parsed
 */
export function createAuthHandler({ username, password, privateKey }: SshCredentials): AuthHandler {
  if (username === undefined) throw new Fault('refused', 'an SSH login needs a username');
  const steps: AuthStep[] = [];
  if (privateKey !== undefined) steps.push(keyStep(username, privateKey));
  if (password !== undefined) steps.push(passwordStep(username, password));
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

function keyStep(username: string, privateKey: Secret): AuthStep {
  const key = ssh2.utils.parseKey(privateKey.reveal());
  if (key instanceof Error)
    throw new Fault('refused', `the private key cannot be used: ${key.message}`);
  return (methodsLeft) =>
    methodsLeft.includes('publickey') ? { type: 'publickey', username, key } : null;
}

function passwordStep(username: string, password: Secret): AuthStep {
  return (methodsLeft) => {
    if (methodsLeft.includes('password'))
      return { type: 'password', username, password: password.reveal() };
    if (methodsLeft.includes('keyboard-interactive'))
      return { type: 'keyboard-interactive', username, prompt: answerOnce(password) };
    return null;
  };
}

/** Answers the first hidden prompt with the password. A later prompt may ask for a new password and stays empty. */
function answerOnce(password: Secret): Prompter {
  let isAnswered = false;
  return (...[, , , prompts, finish]) => {
    finish(
      prompts.map(({ echo }) => {
        if (echo === true || isAnswered) return '';
        isAnswered = true;
        return password.reveal();
      }),
    );
  };
}
