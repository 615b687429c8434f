import { asFault } from '../../contract/errors.ts';
import { canonicalMac } from '../../contract/fields.ts';
import { NtHash, Secret } from '../../contract/secret.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type {
  Credential,
  CredentialKind,
  CredentialOf,
  CredentialRejection,
  CredentialResult,
  LoginSource,
} from './credential.ts';
import {
  deviceKey,
  personOf,
  type AdmittedAttempt,
  type PasswordAttempts,
} from '../password/password-attempts.ts';
import { hashPassword } from '../password/password-queue.ts';
import type { VerifiedPasswordCache } from '../password/password-verifier.ts';
import { openPassword, type PasswordColumns } from '../password/stored-password.ts';
import type { LoginIdentity, Subscriber } from './subscriber.ts';

/** For the decision log. */
export const throttledReason = 'too many wrong passwords; this one was not checked';

interface Claim extends LoginSource {
  readonly identity: LoginIdentity;
}

/** The caches and limits that verify the credentials of all logins. */
export interface VerificationContext extends Pick<Gateway, 'store' | 'vault'> {
  readonly verifiedPasswords: VerifiedPasswordCache;
  readonly attempts: PasswordAttempts;
}

interface Check<K extends CredentialKind> {
  readonly context: VerificationContext;
  readonly credential: CredentialOf<K>;
  readonly claim: Claim;
}

/** A device whose address is its name. */
interface NamedDevice {
  /** The name, in any spelling. */
  readonly username: string;
  /** Canonical. */
  readonly mac: string;
}

/** The checks of credentials of a kind. */
interface CredentialRules<K extends CredentialKind> {
  /** True if `Auth-Type := Accept` accepts it. */
  readonly isReadable: boolean;
  /** True if it is what a device presents. */
  readonly isOfDevice: (credential: CredentialOf<K>, device: NamedDevice) => boolean;
  /** Checks it against a voucher without a password, whose code is the name. @throws Fault `throttled` */
  readonly checkVoucher: (check: Check<K>) => CredentialResult;
  /** Checks it against the stored credentials of the user. @throws Fault `throttled` after many wrong passwords */
  readonly checkSecret: (check: Check<K>) => CredentialResult | Promise<CredentialResult>;
}

const rules: { readonly [K in CredentialKind]: CredentialRules<K> } = {
  password: {
    isReadable: true,
    isOfDevice: isAddressOfDevice,
    // The code is the secret: a NAS presents any password with it.
    checkVoucher: acceptVoucher,
    checkSecret: checkClearPassword,
  },
  challenge: {
    isReadable: true,
    isOfDevice: (credential, { username }) => credential.verify(new Secret(username)),
    checkVoucher: checkVoucherChallenge,
    checkSecret: checkChallenge,
  },
  code: {
    isReadable: true,
    isOfDevice: () => false,
    checkVoucher: acceptVoucher,
    checkSecret: rejectCode,
  },
  proven: {
    isReadable: true,
    isOfDevice: () => true,
    checkVoucher: acceptProven,
    checkSecret: acceptProven,
  },
  refused: {
    isReadable: false,
    isOfDevice: () => false,
    checkVoucher: rejectRefused,
    checkSecret: rejectRefused,
  },
  none: {
    isReadable: true,
    isOfDevice: () => true,
    checkVoucher: acceptVoucher,
    checkSecret: rejectMissing,
  },
  unusable: {
    isReadable: false,
    isOfDevice: () => false,
    checkVoucher: rejectUnusable,
    checkSecret: rejectUnusable,
  },
};

/** True if the credential could be read: `Auth-Type := Accept` accepts any such. */
export function isReadable({ kind }: Credential): boolean {
  return rules[kind].isReadable;
}

/**
 * Checks a credential against a user. A user without password whose name is a device's address is that device (MAC
 * authentication), and so is a guest's device: it needs no credential, or presents its address once more.
 */
export async function checkCredential<K extends CredentialKind>(
  context: VerificationContext,
  credential: CredentialOf<K>,
  claim: Claim,
): Promise<CredentialResult> {
  const { user, username, mac, isGuest } = claim.identity;
  const kind: K = credential.kind;
  const { isOfDevice, checkVoucher, checkSecret } = rules[kind];
  if (user && mac !== null && (user.password === null || isGuest))
    return isOfDevice(credential, { username, mac }) ? accept('MAC') : wrong('MAC');
  const check = { context, credential, claim };
  try {
    return isCodeOfVoucher(claim.identity) ? checkVoucher(check) : await checkSecret(check);
  } catch (error) {
    const fault = asFault(error);
    if (fault?.kind !== 'throttled') throw error;
    return reject(credential.method, { kind: 'throttled', reason: throttledReason, fault });
  }
}

function isCodeOfVoucher({ user, isCode }: LoginIdentity): boolean {
  return isCode && user?.password === null && user.voucher !== null;
}

function isAddressOfDevice({ password }: CredentialOf<'password'>, { mac }: NamedDevice): boolean {
  const text = password.reveal();
  return text === '' || canonicalMac(text) === mac;
}

function acceptVoucher({ context, claim }: Check<CredentialKind>): CredentialResult {
  admit(context, claim).accept();
  return accept('voucher');
}

/** Accepts the response of a NAS that presents the code or an empty password. */
function checkVoucherChallenge({
  context,
  credential,
  claim,
}: Check<'challenge'>): CredentialResult {
  const attempt = admit(context, claim);
  const cleartext = [claim.identity.username, '']
    .map((password) => new Secret(password))
    .find((password) => credential.verify(password));
  if (!cleartext) return wrong(credential.method);
  attempt.accept();
  return accept('voucher', cleartext);
}

/** A remembered password costs an attempt only where anybody may try. */
async function checkClearPassword({
  context,
  credential: { method, password },
  claim,
}: Check<'password'>): Promise<CredentialResult> {
  const { client, organization, isPublic, identity } = claim;
  const { user } = identity;
  const presented = () => admit(context, claim, identity.mac === null ? password : null);
  const attempt = isPublic ? presented() : null;
  const isRight = await context.verifiedPasswords.verify(user, {
    password,
    client,
    organization,
    ...(attempt ? {} : { admit: presented }),
  });
  if (!user || !isRight) return rejectPassword(method, user);
  attempt?.accept();
  void improvePassword(context, user, { password, client });
  return accept(method);
}

function checkChallenge({ context, credential, claim }: Check<'challenge'>): CredentialResult {
  const { user } = claim.identity;
  const { method } = credential;
  if (!user) return rejectUnknown(method);
  const attempt = admit(context, claim);
  const cleartext = openForChallenge(context.vault, method, user);
  if (typeof cleartext === 'string') return wrong(method, cleartext);
  const newPassword = credential.openNewPassword?.(cleartext);
  if (newPassword === null || !(newPassword || credential.verify(cleartext))) return wrong(method);
  attempt.accept();
  return newPassword ? { ...accept(method, newPassword), newPassword } : accept(method, cleartext);
}

/** @returns a text: why the stored password cannot verify the response */
function openForChallenge(
  vault: Gateway['vault'],
  method: string,
  user: Subscriber,
): Secret | string {
  if (user.source !== null)
    return `the directory of the user verifies a password in clear only, not ${method}`;
  if (user.password === null) return noPassword;
  if (user.reversiblePassword === null)
    return `only a hash of the password is stored (${nameOfHash(user.password)}), which cannot verify ${method}: use TTLS with PAP, or set the password again`;
  const cleartext = openPassword(vault, user);
  if (!cleartext) return 'the password is sealed with a key that is not loaded';
  return cleartext instanceof NtHash && !method.startsWith('MS-CHAP')
    ? `only the NT hash of the password is stored, which cannot verify ${method}`
    : cleartext;
}

/** Returns the name of a hash as its prefix has it: `argon2id`. */
function nameOfHash(hash: string): string {
  return /^\$?([a-z\d_]+)[$}]/.exec(hash.replace('{', '$'))?.[1] ?? 'imported';
}

/** An unknown code, and a voucher that has a password. Both count: codes can be guessed. */
function rejectCode({ context, credential, claim }: Check<'code'>): CredentialResult {
  const { method } = credential;
  admit(context, claim);
  if (!claim.identity.user) return rejectUnknown(method);
  const reason = 'the voucher needs its password';
  return reject(method, { kind: 'password_needed', reason });
}

function acceptProven({ credential, claim }: Check<'proven'>): CredentialResult {
  return claim.identity.user ? accept(credential.method) : rejectUnknown(credential.method);
}

function rejectRefused({ credential }: Check<'refused'>): CredentialResult {
  const { method, rejectReason: reason } = credential;
  return reject(method, { kind: 'wrong_credential', reason });
}

function rejectMissing({ credential: { method }, claim }: Check<'none'>): CredentialResult {
  return claim.identity.user
    ? wrong(method, 'the request has no credential')
    : rejectUnknown(method);
}

function rejectUnusable({ credential, claim }: Check<'unusable'>): CredentialResult {
  const { method, rejectReason } = credential;
  return claim.identity.user ? wrong(method, rejectReason) : rejectUnknown(method);
}

/** @param password  null: it is not presented in clear, or all devices of a NAS have the same */
function admit(
  context: VerificationContext,
  { identity, ...source }: Claim,
  password: Secret | null = null,
): AdmittedAttempt {
  return admitAttempt(context, { ...identity, source, password });
}

/** An attempt to log in: the user that it names, if there is one, and what the sender presents. */
interface Attempt {
  readonly user: { readonly id: number } | null;
  readonly username: string;
  /** The device, as its NAS spells it; null: not known. */
  readonly station: string | null;
  readonly source: LoginSource;
  readonly password: Secret | null;
}

/** Counts an attempt until it is accepted. @throws Fault `throttled` after too many wrong passwords */
export function admitAttempt(
  { attempts }: Pick<VerificationContext, 'attempts'>,
  { user, username, station, source, password }: Attempt,
): AdmittedAttempt {
  const { client, host, isReported = true } = source;
  return attempts.admit({
    person: personOf(user?.id, username),
    place: client,
    device:
      station === null
        ? null
        : deviceKey({ mac: canonicalMac(station) ?? station, isReported, host }),
    host,
    password,
    mayLackDevice: true,
  });
}

const noPassword = 'no password set';

function accept(method: string, cleartextPassword: Secret | null = null): CredentialResult {
  return { method, rejection: null, cleartextPassword };
}

function reject(method: string, rejection: CredentialRejection): CredentialResult {
  return { method, rejection, cleartextPassword: null };
}

function rejectUnknown(method: string): CredentialResult {
  return reject(method, { kind: 'unknown_user', reason: 'unknown user' });
}

function wrong(method: string, reason = 'wrong password'): CredentialResult {
  return reject(method, { kind: 'wrong_credential', reason });
}

function rejectPassword(method: string, user: Subscriber | null): CredentialResult {
  if (!user) return rejectUnknown(method);
  return wrong(method, user.password === null ? noPassword : undefined);
}

/**
 * Replaces the imported hash of a password by an argon2id hash, after the login that proved it. A sealed hash becomes a sealed
 * password in clear. Errors are ignored: the next login tries again.
 */
export async function improvePassword(
  { store, vault }: Pick<Gateway, 'store' | 'vault'>,
  { id, password: stored, reversiblePassword }: PasswordColumns & Pick<Subscriber, 'id'>,
  { password, client }: { readonly password: Secret; readonly client: string },
): Promise<void> {
  if (stored === null || stored.startsWith('$argon2id$')) return;
  try {
    const improved = await hashPassword(password, { client });
    const reversible_password =
      reversiblePassword === null ? null : vault.seal(password, 'user.reversible_password');
    const update = store.db
      .updateTable('user')
      .set({ password: improved, reversible_password })
      .where('id', '=', id)
      .where('password', '=', stored);
    await store.write([update.compile()]);
  } catch {
    // The password that is stored stays.
  }
}
