import { Type } from 'typebox';
import { closed, path, port } from './key-schemas.ts';

/** Backups that the gateway makes by itself. */
export const backupSchema = Type.Object(
  {
    folder: path('a folder for a backup each day; empty: no backups'),
    sftp: Type.Object(
      {
        host: Type.String({
          maxLength: 253,
          default: '',
          description: 'a server for the backups, in place of folder; empty: no server',
        }),
        port: port(22),
        username: Type.String({ maxLength: 255, default: '', description: 'a user name' }),
        password_file: path('a file with the password; empty: no password'),
        key_file: path('a private key of OpenSSH or PEM, without a passphrase; empty: no key'),
        host_key: Type.String({
          pattern: '^([a-z0-9@.-]+ SHA256:[A-Za-z0-9+/]{43})?$',
          default: '',
          description: "the server's host key: ssh-ed25519 SHA256:…",
        }),
        folder: Type.String({
          maxLength: 1024,
          default: '',
          description: 'the folder on the server; empty: where a login begins',
        }),
      },
      { ...closed, default: {} },
    ),
    time: Type.String({
      pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
      default: '03:30',
      description: 'a time of day on the clock of this machine, HH:MM',
    }),
    keep: Type.Integer({
      minimum: 1,
      maximum: 10_000,
      default: 14,
      description: 'backups that are kept, 1 to 10000',
    }),
    passphrase_file: path('a file with the passphrase of the keys; empty: the keys are left out'),
  },
  { ...closed, default: {} },
);
