import { Type } from 'typebox';
import { closed, path } from './key-schemas.ts';

/** Backups that the gateway makes by itself. */
export const backupSchema = Type.Object(
  {
    folder: path('a folder for a backup each day; empty: none is made'),
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
