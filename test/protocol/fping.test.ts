import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tap, { test } from 'tap';
import { parseSweep, sweepAddresses } from '../../src/protocol/fping.ts';
import { hostsOf, parseIpNetwork } from '../../src/runtime/ip-address.ts';

const path = process.env['PATH'] ?? '';
const folder = mkdtempSync(join(tmpdir(), 'fping-'));
tap.teardown(() => {
  process.env['PATH'] = path;
  rmSync(folder, { recursive: true });
});

const network = parseIpNetwork('127.0.4.0/22');
const hosts = network ? hostsOf(network, { offset: 0, limit: 1022 }) : [];
const sweep = (addresses: readonly string[], signal = new AbortController().signal) =>
  sweepAddresses(addresses, { timeoutMs: 500, signal });

/** Puts a command fping in the place of the system's. */
function replaceFping(script: string): void {
  writeFileSync(join(folder, 'fping'), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, 'fping'), 0o755);
  process.env['PATH'] = `${folder}:${path}`;
}

test('a thousand addresses are swept at a time, where fping is installed', async (t) => {
  process.env['PATH'] = path;
  t.equal(hosts.length, 1022);
  const answering = await sweep(hosts);
  t.ok(answering === null || answering.size === hosts.length, `${answering?.size} answer`);
  t.same(await sweep([]), new Set());
  await t.rejects(sweep([...hosts, ...hosts]), /more than 1024 addresses/);
});

test('addresses are the standard input of fping, and no answer is an answer', async (t) => {
  replaceFping('sed -n 2p; exit 1');
  t.same(await sweep(['192.0.2.1', '192.0.2.2', '192.0.2.3']), new Set(['192.0.2.2']));
  replaceFping('exit 1');
  t.same(await sweep(hosts), new Set());
});

test('without fping, or where it may not ping, there is no result', async (t) => {
  replaceFping('exit 4');
  t.equal(await sweep(hosts), null);
  rmSync(join(folder, 'fping'));
  process.env['PATH'] = folder;
  t.equal(await sweep(hosts), null);
});

test('output that is no list of the addresses is refused, and a sweep ends at its deadline', async (t) => {
  t.throws(() => parseSweep(['192.0.2.1'], '192.0.2.1\n192.0.2.10\n'), /no address that was asked/);
  t.throws(() => parseSweep(['192.0.2.1'], '192.0.2.1 is alive\n'), /no address/);
  replaceFping('exec sleep 60');
  const deadline = new AbortController();
  const swept = sweep(['192.0.2.1'], deadline.signal);
  deadline.abort();
  await t.rejects(swept, /ended at the deadline/);
});
