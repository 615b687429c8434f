import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { cutPowerInBackup, restoreElsewhere } from './backup-check.ts';
import type { Report } from './report.ts';
import type { Machine } from './machine.ts';
import { InstalledGateway } from './packaged-gateway.ts';

export interface Packages {
  readonly old: string;
  readonly next: string;
}

/** The highest exposure of the unit by `systemd-analyze security`. */
const maxExposure = 2;

/** A point in an upgrade for a power cut. */
export interface Moment {
  readonly name: string;
  readonly wait: (machine: Machine) => Promise<unknown>;
}

/** The files of the new package lie next to the files of the old. */
export const whileUnpacking: Moment = {
  name: 'while files are unpacked',
  wait: (machine) =>
    machine.run(
      'sh',
      '-c',
      'until [ -e /usr/lib/gatehouse/bin/node.dpkg-new ]; do sleep 0.05; done',
    ),
};
export const moments: readonly Moment[] = [
  whileUnpacking,
  ...[400, 1_500, 4_000].map((ms) => ({ name: `after ${ms} ms`, wait: () => sleep(ms) })),
];

export interface LifeCycle {
  readonly packages: Packages;
  readonly moments: readonly Moment[];
  /** Folder for files of this check. */
  readonly work: string;
  /** Makes another machine. */
  readonly createMachine: () => Promise<Machine>;
}
/** Filter of the sessions that were stored during an upgrade. */
const ofLoad = 'acctsessionid__icontains=upgrade-&limit=1';

/**
 * Takes a package through its life on a fresh Debian: installation, upgrades, power cuts, going back, a second machine, removal,
 * purge.
 */
export async function checkLifeCycle(
  machine: Machine,
  lifeCycle: LifeCycle,
  report: Report,
): Promise<void> {
  const { packages } = lifeCycle;
  const gateway = new InstalledGateway(machine);
  await report.step('installs, is ready and answers RADIUS', async () => {
    await gateway.install(packages.old);
    await gateway.waitUntilReady();
    await gateway.addClientAndUser();
    await gateway.answersRadius('first');
    return '';
  });
  await report.step('the unit is confined', () => checkConfinement(machine));
  await report.step('reloads', async () => {
    await machine.run('systemctl', 'reload', 'gatehouse');
    await gateway.answersRadius('reloaded');
    return '';
  });
  await report.step('upgrades under load', () => upgradeUnderLoad(gateway, packages.next));
  await report.step('goes back to the former version and keeps every session', () =>
    goBack(gateway, packages.old),
  );
  await checkAccidents(gateway, lifeCycle, report);
  await report.step('remove keeps configuration, key and data', () => checkRemoval(machine));
  await report.step('installed again it serves the same store', async () => {
    await gateway.install(packages.old);
    await gateway.waitUntilReady();
    await gateway.answersRadius('after-removal');
    return '';
  });
  await report.step('purge leaves only backups', () => checkPurge(machine));
}

async function checkAccidents(
  gateway: InstalledGateway,
  { packages, moments, work, createMachine }: LifeCycle,
  report: Report,
): Promise<void> {
  for (const moment of moments)
    await report.step(`a power cut in an upgrade, ${moment.name}, leaves a gateway`, () =>
      cutPowerInUpgrade(gateway, packages.next, moment),
    );
  await report.step('a power cut in a backup leaves no incomplete backup', () =>
    cutPowerInBackup(gateway),
  );
  await report.step('a backup is restored on a second machine', async () => {
    const second = await createMachine();
    try {
      return await restoreElsewhere(gateway, second, { work, deb: packages.next });
    } finally {
      await second.remove();
    }
  });
}

async function checkConfinement(machine: Machine): Promise<string> {
  const text = await machine.run('sh', '-c', 'systemd-analyze security gatehouse --no-pager');
  const exposure = Number(/exposure level for gatehouse\.service: ([\d.]+)/.exec(text)?.[1]);
  assert.ok(exposure <= maxExposure, `exposure ${exposure}`);
  return `exposure ${exposure}`;
}

async function upgradeUnderLoad(gateway: InstalledGateway, file: string): Promise<string> {
  const load = await gateway.underLoad('upgrade', () => gateway.install(file));
  await gateway.waitUntilReady();
  assert.equal(load.answered, load.sent, 'each packet is answered at last');
  const stored = await gateway.countSessions(ofLoad);
  assert.equal(stored, load.sent, 'every answered packet is stored');
  return `${load.sent} packets, no loss, silent for ${(load.silenceMs / 1000).toFixed(1)} s`;
}

async function goBack(gateway: InstalledGateway, file: string): Promise<string> {
  const before = await gateway.countSessions(ofLoad);
  await gateway.install(file);
  await gateway.waitUntilReady();
  await gateway.answersRadius('gone-back');
  assert.equal(await gateway.countSessions(ofLoad), before);
  return '';
}

async function cutPowerInUpgrade(
  gateway: InstalledGateway,
  file: string,
  { name, wait }: Moment,
): Promise<string> {
  const before = await gateway.countSessions(ofLoad);
  const upgrade = gateway.install(file).then(
    () => 'complete',
    () => 'cut off',
  );
  await wait(gateway.machine);
  await gateway.machine.cutPower();
  const how = await upgrade;
  await gateway.machine.boot();
  // What apt asks an operator to run.
  await gateway.machine.run('sh', '-c', 'dpkg --configure -a || true');
  await gateway.install(file);
  await gateway.waitUntilReady();
  assert.equal(await gateway.countSessions(ofLoad), before);
  await gateway.answersRadius(`cut ${name}`);
  return `the upgrade was ${how}`;
}

async function checkRemoval(machine: Machine): Promise<string> {
  await machine.run('apt-get', 'remove', '-y', 'gatehouse');
  for (const path of ['/etc/gatehouse/secret.key', '/var/lib/gatehouse/gatehouse.db'])
    await machine.run('test', '-e', path);
  await machine.run('test', '!', '-e', '/usr/lib/gatehouse/bin/node');
  const state = await machine.run('sh', '-c', 'systemctl is-active gatehouse || true');
  assert.equal(state.trim(), 'inactive');
  return '';
}

async function checkPurge(machine: Machine): Promise<string> {
  const backups = '/var/lib/gatehouse/backups';
  await machine.run('touch', `${backups}/kept`);
  await machine.run('apt-get', 'purge', '-y', 'gatehouse');
  assert.equal((await machine.run('ls', '/var/lib/gatehouse')).trim(), 'backups');
  await machine.run('test', '-e', `${backups}/kept`);
  const left = await machine.run(
    'find',
    '/etc',
    '/usr',
    '-xdev',
    '-name',
    '*gatehouse*',
    '-not',
    '-path',
    '*/doc/*',
  );
  assert.equal(left.trim(), '');
  return '';
}
