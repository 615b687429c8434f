import { Type } from 'typebox';
import {
  createPasswordColumns,
  importPasswordColumns,
  type PasswordColumns,
} from '../../account/password-columns.ts';
import { password, passwordHash } from '../../account/user.ts';
import { isSealedOnly } from '../../password/stored-password.ts';
import { tenantOf } from '../../../contract/caller.ts';
import { Fault } from '../../../contract/errors.ts';
import { nullable } from '../../../contract/fields.ts';
import type { Call } from '../../../http/endpoint.ts';
import type { Row } from '../../../http/resource-access.ts';
import { Secret } from '../../../contract/secret.ts';
import type { Gateway } from '../../../gateway/gateway.ts';
import { hasReversiblePasswords } from '../../../organization/reversible-passwords.ts';

type Store = Gateway['store'];

/** The fields of a body that set the password of a user. */
export const passwordFields = {
  password: Type.Optional(nullable(password())),
  password_hash: Type.Optional(
    passwordHash({
      description:
        'the password as another system stores it, in the place of `password`: `{SCHEME}…` (CLEAR, CRYPT, MD5, SMD5, SHA, SSHA, SHA256 to SSHA512, PBKDF2, NT), `$…$…` of crypt (MD5, SHA-256, SHA-512), bcrypt and argon2, or a hash of Django. The first login that proves it replaces it by argon2id',
    }),
  ),
  reversible_password: Type.Optional(
    Type.Boolean({
      writeOnly: true,
      'x-extension': true,
      description:
        'store the password sealed as well: CHAP and MS-CHAP (the default of RouterOS for PPP and hotspot) cannot verify the hash. Default: reversible_passwords of the organization; of a user that exists: as before',
    }),
  ),
};

interface PasswordChange {
  /** The fields of the body. */
  readonly given: Row;
  /** The row of the user; null: it is new. */
  readonly stored: Row | null;
  /** Organization of the user. */
  readonly organization: number;
}

/**
 * Returns the columns of the password that a body sets, which are not fields of the resource.
 *
 * @throws Fault `invalid` for a hash that cannot be verified, or a reversible password without the password
 */
export async function toPasswordColumns(
  { gateway, caller }: Pick<Call, 'gateway' | 'caller'>,
  { given, stored, organization }: PasswordChange,
): Promise<Partial<Record<keyof PasswordColumns, string | null>>> {
  const { password, password_hash, reversible_password: requested } = given;
  if (typeof password_hash === 'string') return takeHash(gateway, given);
  if (typeof password !== 'string') return keptColumns(given, stored);
  return createPasswordColumns(gateway.vault, {
    password: new Secret(password),
    isReversible:
      typeof requested === 'boolean'
        ? requested
        : await isReversibleByDefault(gateway.store, { stored, organization }),
    client: tenantOf(caller),
  });
}

function isReversibleByDefault(
  store: Store,
  { stored, organization }: Pick<PasswordChange, 'stored' | 'organization'>,
): boolean | Promise<boolean> {
  return stored === null
    ? hasReversiblePasswords(store, organization)
    : typeof stored.reversible_password === 'string';
}

/** Returns the columns of a body that sets no new password. @throws Fault `invalid` */
function keptColumns({ password, reversible_password: requested }: Row, stored: Row | null) {
  const wasReversible = typeof stored?.reversible_password === 'string';
  if (requested === true && (password === null || !wasReversible))
    throw Fault.field('reversible_password', 'Needs the password; only a hash of it is stored.');
  if (password === null) return { password: null, reversible_password: null };
  if (requested === false && isSealedOnly(stored?.password))
    throw Fault.field(
      'reversible_password',
      'This is the only copy of the password until the next login; set the password as well.',
    );
  return requested === false ? { reversible_password: null } : {};
}

/** @throws Fault `invalid` */
function takeHash({ vault }: Call['gateway'], { password, password_hash, ...given }: Row) {
  if (password !== undefined)
    throw Fault.field('password_hash', 'Either password or password_hash, not both.');
  const columns = importPasswordColumns(vault, String(password_hash));
  if (typeof columns === 'string') throw Fault.field('password_hash', `Not usable: ${columns}.`);
  const isReversible = columns.reversible_password !== null;
  if (typeof given.reversible_password === 'boolean' && given.reversible_password !== isReversible)
    throw Fault.field(
      'reversible_password',
      isReversible
        ? 'A password in clear and an NT hash are stored sealed.'
        : 'Needs the password; this is a hash of it.',
    );
  return columns;
}
