import { failed, ok, warning } from '../../contract/finding.ts';
import { readSpool } from '../../store/spool.ts';
import { copyFile, hasCopy, hasSpool, spoolFile } from '../../store/spool-file.ts';
import { readCopiedAt } from '../../store/standby/copy-file.ts';
import type { Check } from './check.ts';

/** Older than this, changes of days are missing in it: a pass over 100,000 users takes seconds. */
const maxCopyAgeMs = 3_600_000;

/** The copy that decides over logins while the database is away is there. */
export const copyCheck: Check = {
  name: 'copy of the store',
  run: ({ config: { data_dir }, isRunning }) => {
    if (!hasCopy(data_dir) || !isRunning) return [];
    const file = copyFile(data_dir);
    const at = readCopiedAt(file);
    const isFresh = at !== null && Date.now() - at < maxCopyAgeMs;
    const since = at === null ? 'not complete yet' : `of ${new Date(at).toISOString()}`;
    return isFresh
      ? [ok(`the copy that decides over logins while the database is away is ${since}`)]
      : [
          warning(
            `the copy that decides over logins while the database is away is ${since}`,
            `it is made while the database answers and no accounting waits; the log names what fails`,
          ),
        ];
  },
};

/** No acknowledged accounting waits on this machine for the store. */
export const spoolCheck: Check = {
  name: 'spool',
  run: ({ config: { data_dir } }) => {
    if (!hasSpool(data_dir)) return [];
    const file = spoolFile(data_dir);
    const { entries, oldest, setAside } = readSpool(file);
    return [
      ...(entries > 0 && oldest !== null
        ? [
            warning(
              `${entries} accounting packets wait in ${file}, the oldest since ${new Date(oldest).toISOString()}`,
              'they are recorded while the gateway runs and the database takes writes; keep the file until then',
            ),
          ]
        : []),
      ...(setAside > 0
        ? [
            failed(
              `the database has refused ${setAside} acknowledged accounting packets of ${file}`,
              `sqlite3 ${file} 'select reason, context, hex(octets) from set_aside' shows them`,
            ),
          ]
        : []),
      ...(entries === 0 && setAside === 0 ? [ok('no accounting waits for the database')] : []),
    ];
  },
};
