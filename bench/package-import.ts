import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { print } from './figures.ts';
import { rowsText } from './lists-seed.ts';
import { secondsOfCommand } from './package-command.ts';
import { startGateway } from './radius-gateway.ts';

const users = 10_000;
const sessions = 100_000;
const rowsOfStatement = 1000;

/** Measures the import of the tables of a FreeRADIUS on the same machine: first all rows, then again without a change. */
export async function importFigures(signal: AbortSignal): Promise<string> {
  const gateway = await startGateway();
  try {
    const file = join(gateway.folder, 'radius.sql');
    writeDump(file);
    const words = ['import', 'freeradius', '--sql', file, '--time-zone', 'UTC'];
    const rows = users + sessions;
    const first = await secondsOfCommand(gateway, words, signal);
    const again = await secondsOfCommand(gateway, words, signal);
    return print({
      title: `Import of a FreeRADIUS: ${rowsText(users)} users and ${rowsText(sessions)} sessions`,
      figures: [
        { name: 'import', samples: [first], unit: 's', decimals: 1 },
        { name: '  a second', samples: [rows / first], unit: 'rows/s' },
        { name: 'again, without a change', samples: [again], unit: 's', decimals: 1 },
        { name: '  a second', samples: [rows / again], unit: 'rows/s' },
      ],
    });
  } finally {
    await gateway.remove();
  }
}

/** Writes the tables as mysqldump does: many rows in a statement. */
function writeDump(file: string): void {
  const descriptor = openSync(file, 'wx');
  const insert = (into: string, count: number, row: (number: number) => string) => {
    for (let from = 0; from < count; from += rowsOfStatement) {
      const size = Math.min(rowsOfStatement, count - from);
      const rows = Array.from({ length: size }, (_, number) => row(from + number));
      writeSync(descriptor, `INSERT INTO ${into} VALUES\n${rows.join(',\n')};\n`);
    }
  };
  try {
    insert(
      'radcheck (username, attribute, op, value)',
      users,
      (number) => `('guest-${number}','Cleartext-Password',':=','secret of ${number}')`,
    );
    insert(
      'radacct (acctsessionid, acctuniqueid, username, nasipaddress, acctstarttime, acctupdatetime, acctstoptime, acctsessiontime, acctinputoctets, acctoutputoctets, callingstationid, acctterminatecause)',
      sessions,
      sessionRow,
    );
  } finally {
    closeSync(descriptor);
  }
}

function sessionRow(number: number): string {
  const hex = number.toString(16).padStart(6, '0');
  const day = String(1 + (number % 28)).padStart(2, '0');
  const at = (hour: string) => `2025-06-${day} ${hour}:00:00`;
  const values = [
    `s-${number}`,
    hex.padStart(32, '0'),
    `guest-${number % users}`,
    '127.0.0.1',
    at('08'),
    at('09'),
    at('09'),
    3600,
    1_000_000,
    2_000_000,
    `02-00-5E-${hex.replace(/..\B/g, '$&-')}`,
    'User-Request',
  ];
  return `(${values.map((value) => `'${value}'`).join(',')})`;
}
