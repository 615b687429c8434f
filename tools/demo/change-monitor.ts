import { setTimeout as sleep } from 'node:timers/promises';
import { Type, type Static } from 'typebox';
import type { ApiClient } from './api-client.ts';

const pollIntervalMs = 2000;

const devices = Type.Object({
  results: Type.Array(
    Type.Object({
      name: Type.String(),
      status: Type.Boolean(),
      last_error: Type.Union([Type.String(), Type.Null()]),
    }),
  ),
});

const sessions = Type.Object({
  results: Type.Array(
    Type.Object({
      radacctid: Type.Integer(),
      username: Type.Union([Type.String(), Type.Null()]),
      nasidentifier: Type.Union([Type.String(), Type.Null()]),
      session_status: Type.String(),
      acctsessiontime: Type.Union([Type.Integer(), Type.Null()]),
      acctoutputoctets: Type.Union([Type.Integer(), Type.Null()]),
      acctterminatecause: Type.Union([Type.String(), Type.Null()]),
    }),
  ),
});

const traffic = Type.Object({
  results: Type.Array(
    Type.Object({
      id: Type.Integer(),
      device: Type.Object({ name: Type.String() }),
      result: Type.Union([Type.Number(), Type.Null()]),
    }),
  ),
});

type Session = Static<typeof sessions>['results'][number];

/** Polls the two APIs and prints a line for each change of a device, a session or the traffic. */
export class ChangeMonitor {
  readonly #api: ApiClient;
  readonly #print: (line: string) => void;
  #statuses = new Map<string, boolean>();
  #sessions = new Map<number, string>();
  #lastTraffic = 0;

  constructor(api: ApiClient, print: (line: string) => void) {
    this.#api = api;
    this.#print = print;
  }

  /** Polls until the signal is aborted. @throws Error if the gateway no longer answers */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#pollDevices();
      await this.#pollSessions();
      await this.#pollTraffic();
      await sleep(pollIntervalMs, undefined, { signal });
    }
  }

  async #pollDevices(): Promise<void> {
    const { results } = await this.#api.get('/control/api/v1/inventory_device/', devices);
    for (const { name, status, last_error } of results) {
      const before = this.#statuses.get(name);
      if (before === undefined || before === status) continue;
      this.#print(status ? `${name} is up again` : `${name} is down: ${last_error ?? 'no answer'}`);
    }
    this.#statuses = new Map(results.map(({ name, status }) => [name, status]));
  }

  async #pollSessions(): Promise<void> {
    const { results } = await this.#api.get('/gate/api/v1/aaa_accounting/?limit=100', sessions);
    for (const session of results.toReversed()) {
      if (this.#sessions.get(session.radacctid) !== session.session_status)
        this.#print(describeSession(session));
    }
    this.#sessions = new Map(
      results.map(({ radacctid, session_status }) => [radacctid, session_status]),
    );
  }

  async #pollTraffic(): Promise<void> {
    const path = '/control/api/v1/inventory_metric_log/?metric_name=traffic_in&limit=1';
    const [latest] = (await this.#api.get(path, traffic)).results;
    if (!latest || latest.id === this.#lastTraffic || latest.result === null) return;
    this.#lastTraffic = latest.id;
    this.#print(`${latest.device.name} takes in ${((latest.result * 8) / 1e6).toFixed(1)} Mbit/s`);
  }
}

function describeSession({ username, nasidentifier, session_status, ...usage }: Session): string {
  const user = username ?? 'an unnamed user';
  const client = nasidentifier ?? 'an unnamed client';
  if (session_status === 'active') return `${user} started a session on ${client}`;
  const megabytes = ((usage.acctoutputoctets ?? 0) / 1e6).toFixed(1);
  const cause = usage.acctterminatecause ?? 'no cause given';
  return `${user} left ${client} after ${usage.acctsessiontime ?? 0} s and ${megabytes} MB (${cause})`;
}
