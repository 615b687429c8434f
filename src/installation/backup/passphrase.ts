import { readFileSync } from 'node:fs';
import { askHidden } from '../../runtime/terminal.ts';
import { Secret } from '../../contract/secret.ts';

/** Variable of the environment with the passphrase. */
export const passphraseVariable = 'BACKUP_PASSPHRASE';

interface Source {
  readonly passphraseFile?: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Reads a passphrase from a file, the environment or the terminal; never from the arguments, which a list of processes shows. */
export async function readPassphrase({ passphraseFile, environment }: Source): Promise<Secret> {
  return passphraseFile === undefined
    ? new Secret(environment[passphraseVariable] ?? (await ask()))
    : readSecretFile(passphraseFile);
}

/** Reads a file that holds a secret in one line. @throws Error if it cannot be read */
export function readSecretFile(file: string): Secret {
  return new Secret(readFileSync(file, 'utf8').replace(/\r?\n$/, ''));
}

async function ask(): Promise<string> {
  if (process.stdin.isTTY) return askHidden('Passphrase of the backup: ');
  throw new Error(`no passphrase: name --passphrase-file or set ${passphraseVariable}`);
}
