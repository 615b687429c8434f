import { failed, ok, warning } from '../../contract/finding.ts';
import { readSpool } from '../../store/spool.ts';
import { hasSpool, spoolFile } from '../../store/spool-file.ts';
import type { Check } from './check.ts';

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
