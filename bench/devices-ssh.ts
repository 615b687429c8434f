import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'ssh2';
import type { Static } from 'typebox';
import ssh from '../adapters/ssh.ts';
import { validateAgainst } from '../src/contract/schema.ts';
import { Secret } from '../src/contract/secret.ts';
import { startSshd, type Sshd } from '../test/peers/sshd.ts';
import { median, print } from './figures.ts';
import { hasProgram } from './programs.ts';
import { sized } from './scale.ts';

const run = promisify(execFile);
const rounds = sized(3, 1);
const commands = sized(50, 2);
const hosts = Array.from({ length: sized(50, 2) }, (_, at) => `127.30.0.${at + 1}`);
const command = 'hostname';

/** Measures commands on open connections, and one on many hosts, in comparison with OpenSSH and clustershell. */
export async function sshCommands(signal: AbortSignal): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
  const sshd = await startSshd({ address: '0.0.0.0' });
  try {
    const key = join(folder, 'key');
    writeFileSync(key, sshd.privateKey, { mode: 0o600 });
    const login = loginOptions(sshd, key);
    const single = await onOneHost(sshd, { login, socket: join(folder, 'control') }, signal);
    return `${single}\n${await onManyHosts(sshd, login, signal)}`;
  } finally {
    ssh.close?.();
    await sshd.stop();
    rmSync(folder, { recursive: true });
  }
}

function loginOptions({ port, user }: Sshd, key: string): readonly string[] {
  const options = ['StrictHostKeyChecking=no', 'UserKnownHostsFile=/dev/null', 'LogLevel=ERROR'];
  return [`-p${port}`, `-i${key}`, `-l${user}`, ...options.map((option) => `-o${option}`)];
}

async function onOneHost(
  sshd: Sshd,
  { login, socket }: { readonly login: readonly string[]; readonly socket: string },
  signal: AbortSignal,
): Promise<string> {
  const control = [`-oControlPath=${socket}`, ...login];
  await run('ssh', ['-oControlMaster=yes', '-fN', ...control, sshd.host]);
  const own: number[] = [];
  const bare: number[] = [];
  const master: number[] = [];
  const library = await openLibrary(sshd);
  try {
    await ask(sshd, sshd.host);
    for (let round = 0; round < rounds; round += 1) {
      signal.throwIfAborted();
      own.push(await medianMs(() => ask(sshd, sshd.host)));
      bare.push(await medianMs(() => execByLibrary(library)));
      master.push(await medianMs(() => run('ssh', [...control, sshd.host, command])));
    }
  } finally {
    library.end();
    await run('ssh', ['-Oexit', ...control, sshd.host]).catch(() => undefined);
  }
  const limits = [
    { name: 'ControlMaster', samples: master },
    { name: 'ssh2', samples: bare },
  ];
  return print({
    title: `A command on an open SSH connection, median of ${commands}`,
    figures: [
      { name: 'OpenSSH with ControlMaster', samples: master, unit: 'ms', decimals: 2 },
      { name: 'ssh2 alone', samples: bare, unit: 'ms', decimals: 2 },
      { name: 'adapter ssh', samples: own, unit: 'ms', decimals: 2, limits },
    ],
  });
}

/** Opens a connection of ssh2 without anything of ours. */
async function openLibrary({ host, port, user, password }: Sshd): Promise<Client> {
  const client = new Client();
  client.connect({ host, port, username: user, password });
  await once(client, 'ready');
  client.setNoDelay(true);
  return client;
}

function execByLibrary(client: Client): Promise<void> {
  return new Promise((resolve, reject) => {
    client.exec(command, (error, channel) => {
      if (error) {
        reject(error);
        return;
      }
      channel.on('close', resolve).resume();
    });
  });
}

async function onManyHosts(
  sshd: Sshd,
  login: readonly string[],
  signal: AbortSignal,
): Promise<string> {
  const hasPeer = hasProgram('clush');
  const fresh: number[] = [];
  const open: number[] = [];
  const peer: number[] = [];
  const onAll = () => seconds(() => Promise.all(hosts.map((host) => ask(sshd, host))));
  const clush = ['-w', hosts.join(','), '-f', String(hosts.length), '-o', login.join(' '), command];
  for (let round = 0; round < rounds; round += 1) {
    signal.throwIfAborted();
    ssh.close?.();
    fresh.push(await onAll());
    open.push(await onAll());
    if (hasPeer) peer.push(await seconds(() => run('clush', clush)));
  }
  const limits = hasPeer ? [{ name: 'clush', samples: peer }] : [];
  const figure = { unit: 's', decimals: 2 };
  return print({
    title: `One command on ${hosts.length} hosts over SSH`,
    figures: [
      ...(hasPeer ? [{ name: 'clustershell', samples: peer, ...figure }] : []),
      { name: 'adapter ssh, new connections', samples: fresh, ...figure, limits },
      { name: 'adapter ssh, open connections', samples: open, ...figure, limits },
    ],
    notes: hasPeer ? [] : ['clustershell is missing: install the Debian package clustershell'],
  });
}

/** Runs the command by the adapter. @throws Error if the device does not answer it */
async function ask(sshd: Sshd, host: string): Promise<void> {
  const target = {
    name: host,
    host,
    options: validateAgainst<Static<typeof ssh.options>>(
      ssh.options,
      { port: sshd.port },
      'options',
    ),
    credentials: { username: sshd.user, password: new Secret(sshd.password) },
    checkHostKey: () => Promise.resolve(true),
  };
  const context = { signal: AbortSignal.timeout(30_000), log: () => undefined };
  const request = { variable: 'name', command: { run: command } };
  const [reading] = (await ssh.read?.(target, [request], context)) ?? [];
  if (reading === undefined || reading.value === null) throw new Error(`${host} did not answer`);
}

async function medianMs(work: () => Promise<unknown>): Promise<number> {
  const taken: number[] = [];
  for (let left = commands; left > 0; left -= 1) taken.push((await seconds(work)) * 1000);
  return median(taken);
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}
