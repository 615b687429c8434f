import { hash } from '@node-rs/argon2';
import { asFault } from '../../contract/errors.ts';
import { canonicalMac } from '../../contract/fields.ts';
import { NtHash, Secret } from '../../contract/secret.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import {
  personOf,
  type PasswordAttempt,
  type PasswordAttempts,
} from '../password/password-attempts.ts';
import { passwordQueue } from '../password/password-queue.ts';
import { verifyPassword, type VerifiedPasswordCache } from '../password/password-verifier.ts';
import { openPassword, type PasswordColumns } from '../password/stored-password.ts';
import type { Subscriber } from './subscriber.ts';

/** The credential that a login presents. */
export type Credential =
  | { readonly kind: 'password'; readonly method: string; readonly password: Secret }
  /** A challenge response, which can be verified with the cleartext password only; MS-CHAP with its NT hash as well. */
  | { readonly kind: 'challenge'; readonly method: string; verify(password: Secret): boolean }
  | { readonly kind: 'none'; readonly method: string; readonly rejectReason: string };

/**
 * Checks a password, and that its user is active. Takes as long for a user that does not exist.
 *
 * @returns the reject reason, for the operator; null: accepted
 */
export async function checkPassword(
  gateway: Pick<Gateway, 'store' | 'vault'>,
  user: (PasswordColumns & Pick<Subscriber, 'id' | 'isActive'>) | null | undefined,
  { password, client }: { readonly password: Secret; readonly client: string },
): Promise<string | null> {
  const isRight = await verifyPassword(gateway.vault, user, { password, client });
  if (user && isRight) improvePassword(gateway, user, { password, client });
  return user?.isActive === false ? inactiveUserReason : passwordRejectReason(user, isRight);
}

/** The reject reason of an inactive user, with any credential. */
export const inactiveUserReason = 'inactive user';

interface CredentialClaim {
  readonly credential: Credential;
  /** The user name as received. */
  readonly username: string;
  /** The calling station if the user name is the same address. */
  readonly mac: string | null;
  /** The calling station, as its NAS spells it. */
  readonly station: string | null;
  /** The NAS that waits. */
  readonly client: string;
  /** True: the user is that of the device, which is logged in at the captive portal. */
  readonly isDevice: boolean;
}

/** What verifies the credentials of all logins. */
export interface VerificationContext extends Pick<Gateway, 'store' | 'vault'> {
  readonly verifiedPasswords: VerifiedPasswordCache;
  readonly attempts: PasswordAttempts;
}

export interface CredentialResult {
  readonly method: string;
  /** The reject reason; null: the credential is right. */
  readonly rejectReason: string | null;
  /** The password, or its NT hash, if a challenge response had to be verified with it. */
  readonly cleartextPassword: Secret | null;
}

/**
 * Checks a credential against a user. A user without password whose name is a device's address is that device (MAC
 * authentication), and so is a guest's device: it needs no credential, or presents its address once more.
 */
export async function checkCredential(
  context: VerificationContext,
  claim: CredentialClaim,
  subscriber: Subscriber | null,
): Promise<CredentialResult> {
  const { credential, mac, isDevice } = claim;
  if (subscriber && (subscriber.password === null || isDevice) && mac !== null)
    return checkDevice(claim, mac);
  const check = isVoucher(subscriber) ? checkVoucher : checkSecret;
  try {
    return await check(context, claim, subscriber);
  } catch (error) {
    if (asFault(error)?.kind !== 'throttled') throw error;
    return result(credential.method, 'too many wrong passwords; this one was not checked');
  }
}

function isVoucher(subscriber: Subscriber | null): boolean {
  return subscriber?.password === null && subscriber.voucher !== null;
}

/**
 * Accepts a voucher without a password by its code alone, which is the user name: with any password in clear, and with the
 * response of a NAS that presents the code or nothing as the password.
 *
 * @throws Fault `throttled` after many wrong codes of the device
 */
function checkVoucher(
  { attempts }: VerificationContext,
  claim: CredentialClaim,
  subscriber: Subscriber | null,
): CredentialResult {
  const { credential, username } = claim;
  const attempt = attempts.admit({ ...attemptOf(claim, subscriber), password: null });
  if (credential.kind === 'none' && credential.method !== 'none')
    return result(credential.method, credential.rejectReason);
  const presented = [username, ''].map((password) => new Secret(password));
  const cleartext =
    credential.kind === 'challenge' ? presented.find((one) => credential.verify(one)) : null;
  if (cleartext === undefined) return result(credential.method, 'wrong password');
  attempt.accept();
  return { method: 'voucher', rejectReason: null, cleartextPassword: cleartext };
}

/** @throws Fault `throttled` after many wrong passwords */
async function checkSecret(
  context: VerificationContext,
  claim: CredentialClaim,
  subscriber: Subscriber | null,
): Promise<CredentialResult> {
  const { vault, verifiedPasswords, attempts } = context;
  const { credential, client } = claim;
  const { method } = credential;
  const admit = () => attempts.admit(attemptOf(claim, subscriber));
  if (credential.kind === 'password') {
    const { password } = credential;
    const isRight = await verifiedPasswords.verify(subscriber, { password, client, admit });
    if (subscriber && isRight) improvePassword(context, subscriber, { password, client });
    return result(method, passwordRejectReason(subscriber, isRight));
  }
  if (!subscriber) return result(method, 'unknown user');
  if (credential.kind === 'none') return result(method, credential.rejectReason);
  const attempt = admit();
  const checked = checkChallenge(vault, credential, subscriber);
  if (checked.rejectReason === null) attempt.accept();
  return checked;
}

function attemptOf(
  { credential, username, mac, station, client }: CredentialClaim,
  subscriber: Subscriber | null,
): PasswordAttempt {
  return {
    person: personOf(subscriber?.id, username),
    place: client,
    device: station === null ? null : (canonicalMac(station) ?? station),
    host: null,
    // A NAS may present all devices with one password.
    password: credential.kind === 'password' && mac === null ? credential.password : null,
    mayLackDevice: true,
  };
}

function result(method: string, rejectReason: string | null): CredentialResult {
  return { method, rejectReason, cleartextPassword: null };
}

function passwordRejectReason(
  subscriber: Pick<Subscriber, 'password'> | null | undefined,
  isRight: boolean,
): string | null {
  if (!subscriber) return 'unknown user';
  if (subscriber.password === null) return 'no password set';
  return isRight ? null : 'wrong password';
}

function checkChallenge(
  vault: Gateway['vault'],
  credential: Extract<Credential, { kind: 'challenge' }>,
  subscriber: Subscriber,
): CredentialResult {
  const { method } = credential;
  if (subscriber.password === null) return result(method, 'no password set');
  if (subscriber.reversiblePassword === null)
    return result(method, `only a hash of the password is stored, which cannot verify ${method}`);
  const cleartext = openPassword(vault, subscriber);
  if (!cleartext) return result(method, 'the password is sealed with a key that is not loaded');
  if (cleartext instanceof NtHash && !method.startsWith('MS-CHAP'))
    return result(
      method,
      `only the NT hash of the password is stored, which cannot verify ${method}`,
    );
  return credential.verify(cleartext)
    ? { method, rejectReason: null, cleartextPassword: cleartext }
    : result(method, 'wrong password');
}

function checkDevice({ credential, username }: CredentialClaim, mac: string): CredentialResult {
  return result('MAC', isDeviceCredential(credential, username, mac) ? null : 'wrong password');
}

function isDeviceCredential(credential: Credential, username: string, mac: string): boolean {
  if (credential.kind === 'none') return credential.method === 'none';
  if (credential.kind === 'challenge') return credential.verify(new Secret(username));
  const password = credential.password.reveal();
  return password === '' || canonicalMac(password) === mac;
}

/**
 * Replaces a password that was taken over from another system by an argon2id hash of the same, after the login that proved
 * it. What was sealed stays sealed, in clear from now on. Fails in silence: the next login does it.
 */
function improvePassword(
  { store, vault }: Pick<Gateway, 'store' | 'vault'>,
  { id, password: stored, reversiblePassword }: PasswordColumns & Pick<Subscriber, 'id'>,
  { password, client }: { readonly password: Secret; readonly client: string },
): void {
  if (stored === null || stored.startsWith('$argon2id$')) return;
  const improve = async () => {
    const improved = await passwordQueue.run({ lane: 'save', client }, () =>
      hash(password.reveal()),
    );
    const reversible_password =
      reversiblePassword === null ? null : vault.seal(password, 'user.reversible_password');
    const update = store.db
      .updateTable('user')
      .set({ password: improved, reversible_password })
      .where('id', '=', id)
      .where('password', '=', stored);
    await store.write([update.compile()]);
  };
  void improve().catch(() => undefined);
}
