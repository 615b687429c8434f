import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sqlModule } from '../../test/peers/freeradius-sql.ts';
import { guideBlock } from '../documents/guide-blocks.ts';
import { untilItWorks, type Machine } from './machine.ts';
import { InstalledGateway } from './packaged-gateway.ts';
import { hotelSql, radiusSecret } from './hotel-data.ts';
import type { Report } from './report.ts';

/** Packages of the root of a hotel's server in addition to a gateway's dependencies. */
export const hotelPackages = ['mariadb-server', 'freeradius', 'freeradius-mysql'];

const raddb = '/etc/freeradius/3.0';
const formerPort = 11_812;
const site = `${raddb}/sites-available/default`;

/** Debian's file names certificates that there are not. */
const mariadbModule = sqlModule({
  dialect: 'mysql',
  driver: `server = "localhost"
  login = "radius"
  password = "radpass"
  radius_db = "radius"`,
  pool: `start = 4
    max = \${thread[pool].max_servers}`,
  queries: `${raddb}/mods-config/sql/main/mysql`,
});

export interface HotelCheck {
  readonly machine: Machine;
  /** Package that is installed. */
  readonly deb: string;
  /** Folder for files of this check. */
  readonly work: string;
}

/** Moves a hotel from FreeRADIUS with MariaDB, as docs/migration.md has it: dump, import, comparison of all logins. */
export async function checkHotel(check: HotelCheck, report: Report): Promise<void> {
  const { machine } = check;
  const gateway = new InstalledGateway(machine);
  const isReady = await report.step('FreeRADIUS serves the users of MariaDB', () =>
    startFreeradius(check),
  );
  if (!isReady) return;
  await report.step('the gateway runs next to it', async () => {
    await gateway.install(check.deb);
    await gateway.waitUntilReady();
    return '';
  });
  await report.step('a dump of the database is imported', async () => {
    await machine.run('sh', '-c', 'umask 077; mysqldump radius >/root/radius.sql');
    const report = await importUsers(machine);
    assert.match(report, /^\d+ made, 0 changed, 0 same, 0 refused$/);
    return report;
  });
  await report.step('a second import makes no change', async () => {
    const report = await importUsers(machine);
    assert.match(report, /^0 made, 0 changed, \d+ same, 0 refused$/);
    return report;
  });
  await report.step('the running database has what its dump had', async () => {
    const report = await importUsers(machine, 'mysql://root@localhost/radius');
    assert.match(report, /^0 made, 0 changed, \d+ same, 0 refused$/);
    return report;
  });
  await report.step('all logins have the same result, by PAP, CHAP and MS-CHAP', () =>
    compareLogins(machine),
  );
}

async function startFreeradius({ machine, work }: HotelCheck): Promise<string> {
  for (const [name, text] of [
    ['hotel.sql', hotelSql()],
    ['sql', mariadbModule],
  ] as const) {
    writeFileSync(join(work, name), text);
    await machine.copyIn(join(work, name));
  }
  const schema = `${raddb}/mods-config/sql/main/mysql`;
  const script = [
    'set -e; systemctl stop freeradius; systemctl start mariadb; mysqladmin create radius',
    `cat ${schema}/schema.sql /root/hotel.sql | mysql radius; mysql <${schema}/setup.sql`,
    `install -o freerad -g freerad -m 0640 /root/sql ${raddb}/mods-enabled/sql`,
    // Other ports than the gateway's: authentication and accounting, and both again for IPv6.
    `awk '/^\\tport = 0/ { sub(0, n++ % 2 ? ${formerPort + 1} : ${formerPort}) } 1' ${site} >/root/default`,
    // Simultaneous-Use is counted in radacct, as the comment there says.
    `sed -i '/^session {/a sql' /root/default; cp /root/default ${site}`,
    // The driver of FreeRADIUS writes and reads latin1 otherwise.
    String.raw`printf '[freeradius]\ndefault-character-set = utf8mb4\n' >/etc/mysql/conf.d/freeradius.cnf`,
    `echo ${radiusSecret} >/root/compare.secret; systemctl start freeradius`,
  ];
  await machine.run('sh', '-c', script.join('\n'));
  await untilItWorks(() => machine.run('systemctl', 'is-active', 'freeradius'));
  return '';
}

/** @returns the last line of the report */
async function importUsers(machine: Machine, source = '/root/radius.sql'): Promise<string> {
  const printed = await machine.run('gatehouse', 'import', 'freeradius', '--sql', source);
  return printed.trim().split('\n').at(-1) ?? '';
}

async function compareLogins(machine: Machine): Promise<string> {
  const line = guideBlock('sh compare').replace('192.0.2.10', `127.0.0.1:${formerPort}`);
  const printed = await machine.run('sh', '-c', `cd /root; ${line.trim()} || true`);
  const lines = printed.trim().split('\n');
  const [last = ''] = lines.slice(-1);
  const [, logins = '0'] = /^(\d+) logins compared, 0 differ/.exec(last) ?? [];
  assert.ok(Number(logins) > 3_000, [last, ...lines].join('\n'));
  return last;
}
