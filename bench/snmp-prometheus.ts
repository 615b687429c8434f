import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../test/gateway-process.ts';
import { freeTcpPort } from '../test/peers/port.ts';
import { cpuSecondsOf } from './proc.ts';
import type { Fleet } from './snmp-fleet.ts';
import type { Exporter, PollRate } from './snmp-peers.ts';

/** Prometheus on loopback, which scrapes a fleet by snmp_exporter once a second and stores the results. */
export interface Prometheus {
  /** Counts scrapes that were stored, and the processor time of Prometheus and snmp_exporter together. */
  readonly measure: (seconds: number) => Promise<PollRate>;
  readonly stop: () => Promise<void>;
}

export async function startPrometheus(fleet: Fleet, exporter: Exporter): Promise<Prometheus> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
  const configuration = join(folder, 'prometheus.yml');
  writeFileSync(configuration, JSON.stringify(scrapes(fleet, exporter)));
  const listen = await freeTcpPort();
  const child = spawn(
    'prometheus',
    [
      `--config.file=${configuration}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${listen}`,
    ],
    { stdio: 'ignore' },
  );
  const { pid } = child;
  if (pid === undefined) throw new Error('prometheus does not start');
  const stop = async () => {
    if (child.exitCode === null) {
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      await exit;
    }
    rmSync(folder, { recursive: true });
  };
  const ask = (query: string) => number(`http://127.0.0.1:${listen}`, query);
  const reached = await eventually(
    () => ask('sum(up)').catch(() => 0),
    (count) => count === fleet.hosts.length,
  );
  if (reached !== fleet.hosts.length) {
    await stop();
    throw new Error(`Prometheus reaches ${reached} of ${fleet.hosts.length} devices`);
  }
  const cpu = () => cpuSecondsOf(pid) + cpuSecondsOf(exporter.pid);
  const measure = async (seconds: number) => {
    const [before, began] = [cpu(), performance.now()];
    await sleep(seconds * 1000);
    const [used, elapsed] = [cpu() - before, (performance.now() - began) / 1000];
    const polls = await ask(`sum(sum_over_time(up[${Math.round(elapsed * 1000)}ms]))`);
    return { perSecond: polls / elapsed, cpuMs: (used / polls) * 1000 };
  };
  return { measure, stop };
}

function scrapes({ hosts, port }: Fleet, { address }: Exporter) {
  return {
    scrape_configs: [
      {
        job_name: 'fleet',
        scrape_interval: '1s',
        scrape_timeout: '1s',
        metrics_path: '/snmp',
        params: { module: ['bench'] },
        static_configs: [{ targets: hosts.map((host) => `${host}:${port}`) }],
        relabel_configs: [
          { source_labels: ['__address__'], target_label: '__param_target' },
          { source_labels: ['__param_target'], target_label: 'instance' },
          { target_label: '__address__', replacement: address },
        ],
      },
    ],
  };
}

/** Runs a query that has one value. Without a result the value is 0. */
async function number(url: string, query: string): Promise<number> {
  const reply = await fetch(`${url}/api/v1/query?${new URLSearchParams({ query }).toString()}`);
  const body: unknown = await reply.json();
  const [, value] = /"value":\[[^,\]]+,"([^"]+)"\]/.exec(JSON.stringify(body)) ?? [];
  return Number(value ?? 0);
}
