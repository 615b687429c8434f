import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '../test/gateway-process.ts';
import { freeTcpPort } from '../test/peers/port.ts';
import { cpuSecondsOf } from './proc.ts';
import { community, oids, valuesPerDevice, type Fleet } from './snmp-fleet.ts';

const run = promisify(execFile);
const scrapers = 8;
const processes = 4;
const bulkDevices = 400;

/** Polls in a second, and milliseconds of processor for each. */
export interface PollRate {
  readonly perSecond: number;
  readonly cpuMs: number;
}

/** snmp_exporter of Prometheus on loopback. */
export interface Exporter {
  readonly pid: number;
  /** Host and port that it listens on. */
  readonly address: string;
  readonly measure: (seconds: number) => Promise<PollRate>;
  readonly stop: () => Promise<void>;
}

/** Starts snmp_exporter and prepares the load on it: wrk asks for one device after the other. */
export async function startExporter({ hosts, port }: Fleet): Promise<Exporter> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
  const configuration = join(folder, 'snmp.yml');
  writeFileSync(configuration, JSON.stringify({ bench: exporterModule() }));
  const listen = await freeTcpPort();
  const child = spawn(
    'prometheus-snmp-exporter',
    [`--config.file=${configuration}`, `--web.listen-address=127.0.0.1:${listen}`],
    { stdio: 'ignore' },
  );
  const { pid } = child;
  if (pid === undefined) throw new Error('snmp_exporter does not start');
  const address = `127.0.0.1:${listen}`;
  const url = `http://${address}`;
  const script = join(folder, 'targets.lua');
  const targets = hosts.map((host) => `"/snmp?module=bench&target=${host}:${port}"`);
  writeFileSync(
    script,
    `local paths = {${targets.join(',')}}\nlocal at = 0\nrequest = function() at = at % #paths + 1 return wrk.format("GET", paths[at]) end\n`,
  );
  const stop = async () => {
    await ended(child);
    rmSync(folder, { recursive: true });
  };
  const probe = `${url}/snmp?module=bench&target=${hosts[0] ?? ''}:${port}`;
  const page = await eventually(
    () =>
      fetch(probe).then(
        (answer) => answer.text(),
        () => '',
      ),
    (text) => text.includes('value20 '),
  );
  if (!page.includes('value20 ')) {
    await stop();
    throw new Error(`snmp_exporter does not read the devices: ${page.slice(0, 300)}`);
  }
  return { pid, address, measure: (seconds) => load(pid, { url, script, seconds }), stop };
}

function exporterModule() {
  const metrics = oids.map((oid, at) => ({
    name: `value${at + 1}`,
    oid: oid.slice(0, -2),
    type: 'counter',
    help: 'value',
  }));
  return { get: oids, metrics, version: 2, auth: { community } };
}

async function load(
  pid: number,
  {
    url,
    script,
    seconds,
  }: { readonly url: string; readonly script: string; readonly seconds: number },
): Promise<PollRate> {
  const cpu = cpuSecondsOf(pid);
  const { stdout } = await run('wrk', ['-t1', `-c${scrapers}`, `-d${seconds}s`, '-s', script, url]);
  const polls = Number(/(\d+) requests in/.exec(stdout)?.[1]);
  const perSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
  if (/Non-2xx/.test(stdout)) throw new Error(`snmp_exporter fails: ${stdout}`);
  return { perSecond, cpuMs: ((cpuSecondsOf(pid) - cpu) / polls) * 1000 };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await exit;
}

/** Polls some of the devices by `snmpbulkget`, a process each and some at a time. */
export async function measureBulkGet({ hosts, port }: Fleet): Promise<PollRate> {
  const some = hosts.slice(0, bulkDevices);
  const command = [
    'snmpbulkget',
    '-v2c',
    '-c',
    community,
    '-m',
    "''",
    '-Oqn',
    '-Cn0',
    `-Cr${valuesPerDevice}`,
    `{}:${port}`,
    '1.3.6.1.4.1.32473.7',
    '>/dev/null',
  ].join(' ');
  const list = some.join('\n');
  const began = performance.now();
  const script = `printf '%s\\n' "$0" | xargs -P${processes} -I{} sh -c "exec ${command}"; times`;
  const { stdout } = await run('bash', ['-c', script, list]);
  const seconds = (performance.now() - began) / 1000;
  const times = [...stdout.matchAll(/(\d+)m([\d.]+)s/g)].slice(2);
  const cpu = times.reduce(
    (sum, [, minutes, rest]) => sum + Number(minutes) * 60 + Number(rest),
    0,
  );
  return { perSecond: some.length / seconds, cpuMs: (cpu / some.length) * 1000 };
}
