import type { Secret } from '../../contract/secret.ts';

/** Credentials of a login; key and password may both be missing if the device requires neither. */
export interface SshCredentials {
  readonly username?: string;
  readonly password?: Secret;
  /** OpenSSH or PEM. */
  readonly privateKey?: Secret;
  /** `private_key_passphrase`, and `enable_password` for the privileged mode of a shell. */
  readonly more?: Readonly<Record<string, Secret>>;
}
