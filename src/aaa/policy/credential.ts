import type { Fault } from '../../contract/errors.ts';
import type { Secret } from '../../contract/secret.ts';

/** The content of a credential of each kind. */
interface CredentialKinds {
  /** A password in clear. */
  readonly password: { readonly password: Secret };
  /** A challenge response, which can be verified with the cleartext password only; MS-CHAP with its NT hash as well. */
  readonly challenge: {
    verify(password: Secret): boolean;
    /** Returns the password that replaces the verified one; null: it is not changed by this response. Default: no change. */
    openNewPassword?(former: Secret): Secret | null;
  };
  /** The code of a voucher as its name, without a password. */
  readonly code: object;
  /** A user whom somebody else has authenticated: a certificate, a home server, an app, a login that a browser remembers. */
  readonly proven: object;
  /** A credential that somebody else has refused: the directory of the user. */
  readonly refused: { readonly rejectReason: string };
  /** A login without a credential. */
  readonly none: object;
  /** A credential that cannot be read, or that the gateway does not support. */
  readonly unusable: { readonly rejectReason: string };
}

export type CredentialKind = keyof CredentialKinds;

/** A credential of a kind; `method` is the authentication method, as the decision log names it. */
export type CredentialOf<K extends CredentialKind> = {
  [P in K]: { readonly kind: P; readonly method: string } & CredentialKinds[P];
}[K];

/** The credential that a login presents. */
export type Credential = CredentialOf<CredentialKind>;

/** The side that waits for a login. */
export interface LoginSource {
  /** The NAS, or the organization of a caller: logins of clients take turns, and each counts its wrong passwords. */
  readonly client: string;
  /** The organization of the client: its clients share the turns of password checks. */
  readonly organization: number;
  /** The IP address of the device; null: not known. */
  readonly host: string | null;
  /** True: anybody may try, so each attempt counts until it is accepted. A NAS presents remembered passwords without limit. */
  readonly isPublic: boolean;
  /** False: nobody but the sender names the device, which counts only together with `host`. Default: true. */
  readonly isReported?: boolean;
}

export type CredentialRejectKind =
  'unknown_user' | 'wrong_credential' | 'password_needed' | 'throttled';

/** Why a credential is rejected. */
export interface CredentialRejection {
  readonly kind: CredentialRejectKind;
  /** The text for the operator. */
  readonly reason: string;
  /** Says when the next attempt is admitted, if this one was not. */
  readonly fault?: Fault;
}

export interface CredentialResult {
  readonly method: string;
  /** The rejection; null: the credential is right. */
  readonly rejection: CredentialRejection | null;
  /** The password, or its NT hash, if a challenge response had to be verified with it. */
  readonly cleartextPassword: Secret | null;
  /** The password that replaces the former one; absent: it stays. */
  readonly newPassword?: Secret;
}
