import { execFile } from 'node:child_process';
import { getServers } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { ping } from '../../protocol/ping.ts';
import { runWithin } from '../../runtime/deadline.ts';
import { withoutBrackets } from '../../runtime/ip-address.ts';
import { receiveBufferOctets } from '../../runtime/machine/receive-buffer.ts';
import { readOpenFileLimit } from '../../runtime/limit/open-files.ts';
import { engineOf } from '../../store/database.ts';
import { serversOf } from '../../store/postgres-address.ts';
import { failed, ok, skipped, warning } from '../../contract/finding.ts';
import type { Check } from './check.ts';

const minFreeShare = 0.05;
const slowSyncMs = 50;
const minFiles = 4096;

/** The disk of the data directory has space. */
export const spaceCheck: Check = {
  name: 'disk',
  run: ({ config: { data_dir } }) => {
    const { bavail, blocks, bsize } = statfsSync(data_dir);
    const free = `${data_dir}: ${Math.floor((bavail * bsize) / 2 ** 20)} MiB free of ${Math.floor((blocks * bsize) / 2 ** 20)}`;
    const evidence = { free_ratio: bavail / blocks };
    return [
      bavail < blocks * minFreeShare
        ? failed(free, 'free some space, or lower retention in the configuration', evidence)
        : ok(free, evidence),
    ];
  },
};

/** The disk of the data directory has space, and takes a commit in time. */
export const diskCheck: Check = {
  name: 'disk',
  run: async (examined) => {
    const { data_dir } = examined.config;
    const ms = medianSyncMs(data_dir);
    const time = `${data_dir}: a commit waits ${ms.toFixed(1)} ms for the disk`;
    return [
      ...(await spaceCheck.run(examined)),
      ms > slowSyncMs
        ? warning(time, 'this delays accounting: use a separate disk, or an SSD')
        : ok(time),
    ];
  },
};

const syncs = 7;

function medianSyncMs(folder: string): number {
  const file = join(folder, `doctor-${process.pid}.tmp`);
  const descriptor = openSync(file, 'wx', 0o600);
  try {
    const times = Array.from({ length: syncs }, () => {
      const began = performance.now();
      writeSync(descriptor, Buffer.alloc(4096));
      fsyncSync(descriptor);
      return performance.now() - began;
    });
    return times.sort((one, other) => one - other)[Math.floor(syncs / 2)] ?? 0;
  } finally {
    closeSync(descriptor);
    rmSync(file);
  }
}

/** The clock is synchronized. */
export const clockCheck: Check = {
  name: 'clock',
  run: async () => {
    const now = new Date().toISOString();
    const answer = await outputOf('timedatectl', ['show', '-p', 'NTPSynchronized', '--value']);
    if (answer === 'yes') return [ok(`${now}, synchronized`)];
    if (answer === 'no')
      return [
        warning(
          `${now}, not synchronized`,
          'start systemd-timesyncd or chrony: sessions have the time of this clock',
        ),
      ];
    return [skipped(`${now}; its synchronization is unknown here`)];
  },
};

function outputOf(program: string, words: readonly string[]): Promise<string | null> {
  return new Promise((resolve) => {
    execFile(program, words, { timeout: 3000 }, (error, stdout) => {
      resolve(error ? null : stdout.trim());
    });
  });
}

/** The kernel gives the buffers and files that the gateway asks for. */
export const limitsCheck: Check = {
  name: 'limits',
  run: () => {
    const buffer = numberIn('/proc/sys/net/core/rmem_max', /(\d+)/);
    const files = readOpenFileLimit();
    return [
      buffer === null
        ? skipped('net.core.rmem_max is not shown here')
        : buffer < receiveBufferOctets
          ? warning(
              `net.core.rmem_max is ${buffer}`,
              `sysctl net.core.rmem_max=${receiveBufferOctets}: with less, bursts of RADIUS packets are lost`,
            )
          : ok(`net.core.rmem_max is ${buffer}`),
      files >= minFiles
        ? ok(`${files === Infinity ? 'unlimited' : files} open files`)
        : warning(`${files} open files`, `raise LimitNOFILE or ulimit -n to ${minFiles} or more`),
    ];
  },
};

function numberIn(file: string, pattern: RegExp): number | null {
  try {
    const [, text] = pattern.exec(readFileSync(file, 'utf8')) ?? [];
    return text === undefined ? null : Number(text);
  } catch {
    return null;
  }
}

/** This user may ping. */
export const pingCheck: Check = {
  name: 'ping',
  run: async () => {
    const once = { count: 1, intervalSeconds: 1, timeoutSeconds: 2, payloadOctets: 16 };
    const { received } = await runWithin({ timeoutMs: 10_000 }, (signal) =>
      ping({ host: '127.0.0.1', ...once }, signal),
    );
    return [
      received === 1
        ? ok('127.0.0.1 answers')
        : failed(
            '127.0.0.1 does not answer',
            'install iputils-ping, and allow this user to use it',
          ),
    ];
  },
};

/** The names in the configuration are resolved. */
export const dnsCheck: Check = {
  name: 'dns',
  run: async ({ config: { smtp, syslog, database } }) => {
    const servers = engineOf(database.url) === 'sqlite' ? [] : serversOf(database.url);
    const named = servers.map((server) => URL.parse(server)?.hostname ?? '');
    const hosts = [smtp.host, syslog.host, ...named].map(withoutBrackets);
    const names = hosts.filter((host) => host !== '' && isIP(host) === 0);
    const resolvers = `name servers ${getServers().join(', ') || 'none'}`;
    if (names.length === 0) return [ok(`${resolvers}; the configuration has no names`)];
    return Promise.all(
      names.map((name) =>
        lookup(name).then(
          ({ address }) => ok(`${name} is ${address}`),
          () =>
            failed(`${name} is not resolved (${resolvers})`, 'check /etc/resolv.conf and the name'),
        ),
      ),
    );
  },
};
