import { setTimeout as sleep } from 'node:timers/promises';
import { Type, type Static } from 'typebox';
import type { ApiClient } from './api-client.ts';

const betweenLooksMs = 2000;

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

/** What the gateway knows of the site, looked at again and again; each change is told in a line. */
export class ChangeMonitor {
  readonly #api: ApiClient;
  readonly #tell: (line: string) => void;
  #statuses = new Map<string, boolean>();
  #sessions = new Map<number, string>();
  #lastTraffic = 0;

  constructor(api: ApiClient, tell: (line: string) => void) {
    this.#api = api;
    this.#tell = tell;
  }

  /** Until the signal. @throws Error where the gateway no longer answers */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#lookAtDevices();
      await this.#lookAtSessions();
      await this.#lookAtTraffic();
      await sleep(betweenLooksMs, undefined, { signal });
    }
  }

  async #lookAtDevices(): Promise<void> {
    const { results } = await this.#api.get('/control/api/v1/inventory_device/', devices);
    for (const { name, status, last_error } of results) {
      const before = this.#statuses.get(name);
      if (before === undefined || before === status) continue;
      this.#tell(status ? `${name} is up again` : `${name} is down: ${last_error ?? 'no answer'}`);
    }
    this.#statuses = new Map(results.map(({ name, status }) => [name, status]));
  }

  async #lookAtSessions(): Promise<void> {
    const { results } = await this.#api.get('/gate/api/v1/aaa_accounting/?limit=100', sessions);
    for (const session of results.toReversed()) {
      if (this.#sessions.get(session.radacctid) !== session.session_status)
        this.#tell(words(session));
    }
    this.#sessions = new Map(
      results.map(({ radacctid, session_status }) => [radacctid, session_status]),
    );
  }

  async #lookAtTraffic(): Promise<void> {
    const path = '/control/api/v1/inventory_metric_log/?metric_name=traffic_in&limit=1';
    const [latest] = (await this.#api.get(path, traffic)).results;
    if (!latest || latest.id === this.#lastTraffic || latest.result === null) return;
    this.#lastTraffic = latest.id;
    this.#tell(`${latest.device.name} takes in ${((latest.result * 8) / 1e6).toFixed(1)} Mbit/s`);
  }
}

function words({ username, nasidentifier, session_status, ...usage }: Session): string {
  const [who, where] = [username ?? 'somebody', nasidentifier ?? 'a client without a name'];
  if (session_status === 'active') return `${who} started a session on ${where}`;
  const megabytes = ((usage.acctoutputoctets ?? 0) / 1e6).toFixed(1);
  const cause = usage.acctterminatecause ?? 'no cause given';
  return `${who} left ${where} after ${usage.acctsessiontime ?? 0} s and ${megabytes} MB (${cause})`;
}
