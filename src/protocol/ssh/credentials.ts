import type { Secret } from '../../contract/secret.ts';

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

/** Credentials of a target; credentials that only SSH knows are named as in its schema. */
interface TargetCredentials extends Omit<
  SshCredentials,
  'privateKeyPassphrase' | 'enablePassword'
> {
  readonly more?: Readonly<Record<string, Secret>>;
}

/** Returns a target with the credentials of an SSH login. */
export function withSshCredentials<T extends { readonly credentials: TargetCredentials }>(
  target: T,
): Omit<T, 'credentials'> & { readonly credentials: SshCredentials } {
  const { more = {}, ...credentials } = target.credentials;
  const { private_key_passphrase: privateKeyPassphrase, enable_password: enablePassword } = more;
  return {
    ...target,
    credentials: {
      ...credentials,
      ...(privateKeyPassphrase && { privateKeyPassphrase }),
      ...(enablePassword && { enablePassword }),
    },
  };
}
