import { readFileSync } from 'node:fs';
import type { Config } from '../../config/load-config.ts';
import { Fault } from '../../contract/errors.ts';
import { loadSsh } from '../../protocol/ssh/load.ts';
import { FileTransfer } from '../../protocol/ssh/sftp/file-transfer.ts';
import { runWithin } from '../../runtime/deadline.ts';
import { withBrackets } from '../../runtime/ip-address.ts';
import { Secret } from '../../contract/secret.ts';
import { readSecretFile } from './passphrase.ts';

type Server = Config['backup']['sftp'];

const connectTimeoutS = 30;

/** True if backups go to a server. */
export const hasBackupServer = ({ sftp }: Config['backup']): boolean => sftp.host !== '';

/** Returns the place of a file on the server. */
export function placeOf({ host, port, folder }: Server, name: string): string {
  return `sftp://${withBrackets(host)}:${port}/${folder === '' ? '' : `${folder.replace(/\/$/, '')}/`}${name}`;
}

/**
 * Logs in at the server of `backup.sftp`, checks its host key against the configuration, and works with its files.
 *
 * @throws Fault naming the server, and the key of the configuration to correct
 */
export function withBackupServer<T>(
  server: Server,
  timeoutMs: number,
  work: (files: FileTransfer) => Promise<T>,
): Promise<T> {
  return runWithin({ timeoutMs }, async (signal) => {
    const { openSsh } = await loadSsh();
    const session = await openSsh(targetOf(server), signal);
    try {
      const sftp = await session.sftp(signal);
      return await work(new FileTransfer(sftp, session.peerLabel, server.folder));
    } finally {
      session.end();
    }
  });
}

function targetOf({ host, port, host_key, ...login }: Server) {
  const [hostKeyAlgorithm = ''] = host_key.split(' ');
  return {
    name: 'backup.sftp',
    host,
    ...(hostKeyAlgorithm !== '' && { hostKeyAlgorithm }),
    credentials: credentialsOf(login),
    checkHostKey(key: { readonly algorithm: string; readonly fingerprint: string }) {
      const shown = `${key.algorithm} ${key.fingerprint}`;
      if (shown === host_key) return Promise.resolve(true);
      const words = host_key === '' ? 'is not set' : 'differs';
      throw new Fault(
        'refused',
        `${host}:${port} has the host key "${shown}", but backup.sftp.host_key ${words}; compare the key at the server, then set it`,
      );
    },
    options: { port, connect_timeout: connectTimeoutS, keepalive: 15, legacy: 'off' as const },
  };
}

function credentialsOf({
  username,
  password_file,
  key_file,
}: Pick<Server, 'username' | 'password_file' | 'key_file'>) {
  return {
    username,
    ...(password_file !== '' && {
      password: readSecretFile(password_file),
    }),
    ...(key_file !== '' && { privateKey: new Secret(readFileSync(key_file, 'utf8')) }),
  };
}
