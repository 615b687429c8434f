import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Machine } from './machine.ts';
import { InstalledGateway } from './packaged-gateway.ts';

const folder = '/var/lib/gatehouse/backups';
const passphrase = '/root/passphrase';

function writePassphrase(machine: Machine): Promise<string> {
  return machine.run('sh', '-c', `umask 077; echo a passphrase of this check >${passphrase}`);
}

/** Cuts the power during a backup: a file with the name of a backup is a good one, and the next backup is made. */
export async function cutPowerInBackup(gateway: InstalledGateway): Promise<string> {
  const { machine } = gateway;
  const file = `${folder}/cut.tar.gz`;
  const backup = machine.run('gatehouse', 'backup', file).then(
    () => 'complete',
    () => 'cut off',
  );
  // Its draft has a longer name.
  await machine.run('sh', '-c', `until ls -d ${file}*; do sleep 0.1; done 2>/dev/null`);
  await machine.cutPower();
  const how = await backup;
  await machine.boot();
  await gateway.waitUntilReady();
  await machine.run('sh', '-c', `[ ! -e ${file} ] || gatehouse restore ${file} --dry-run`);
  await machine.run('gatehouse', 'backup', `${folder}/next.tar.gz`);
  return `the backup was ${how}`;
}

/**
 * Restores a backup with its keys on another machine, as docs/operations.md has it.
 *
 * @param work    folder of this machine for the file
 * @param second  a fresh Debian
 * @param deb     package that is installed there
 */
export async function restoreElsewhere(
  gateway: InstalledGateway,
  second: Machine,
  { work, deb }: { readonly work: string; readonly deb: string },
): Promise<string> {
  const { machine } = gateway;
  const backup = '/root/backup.tar.gz';
  const keys = ['--passphrase-file', passphrase];
  await writePassphrase(machine);
  const before = await gateway.countSessions('limit=1');
  await machine.run('gatehouse', 'backup', backup, '--with-key', ...keys);
  const carried = join(work, basename(backup));
  writeFileSync(carried, Buffer.from(await machine.run('base64', backup), 'base64'));
  const other = new InstalledGateway(second);
  await other.install(deb);
  await other.waitUntilReady();
  await second.copyIn(carried);
  await writePassphrase(second);
  await second.run('systemctl', 'stop', 'gatehouse');
  await second.run('gatehouse', 'restore', backup, ...keys);
  await second.run('systemctl', 'start', 'gatehouse');
  await other.waitUntilReady();
  const token = 'gatehouse token create --user admin >/var/lib/gatehouse/admin-token';
  await second.run('sh', '-c', token);
  assert.equal(await other.countSessions('limit=1'), before);
  await other.answersRadius('restored');
  return `${before} sessions`;
}
