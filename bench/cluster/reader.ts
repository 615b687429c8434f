import { setTimeout as sleep } from 'node:timers/promises';
import type { GatewayProcess } from '../../test/gateway-process.ts';
import type { Ledger } from './ledger.ts';

const msBetweenRequests = 5_000;
/** One of so many requests creates a row; the others read a page of a list. */
const creationEvery = 10;
const pages = [
  '/gate/api/v1/aaa_accounting/?limit=50',
  '/control/api/v1/inventory_device/?limit=50',
  '/gate/api/v1/aaa_accounting/?limit=20&acctstoptime__isnull=true',
  '/control/api/v1/inventory_metric_log/?limit=50',
];

/** An administrator's program that reads lists and sometimes creates a location. */
export class Reader {
  /** Replies by their status, or the name of an error. */
  readonly statuses = new Map<string, number>();
  readonly #gateway: GatewayProcess;
  readonly #options: {
    readonly number: number;
    readonly token: string;
    readonly ledger: Ledger;
    readonly run: string;
  };
  readonly #end = new AbortController();
  readonly #running: Promise<void>;

  constructor(
    gateway: GatewayProcess,
    options: {
      readonly number: number;
      readonly token: string;
      readonly ledger: Ledger;
      readonly run: string;
    },
  ) {
    this.#gateway = gateway;
    this.#options = options;
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#end.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { number } = this.#options;
    await this.#wait((number * msBetweenRequests) / 100);
    for (let at = number; !this.#end.signal.aborted; at += 1) {
      const isCreation = at % creationEvery === 0;
      const status = await (isCreation ? this.#create(at) : this.#read(at)).catch(
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      );
      const key = `${isCreation ? 'POST' : 'GET'} ${status}`;
      this.statuses.set(key, (this.statuses.get(key) ?? 0) + 1);
      await this.#wait(msBetweenRequests);
    }
  }

  async #read(at: number): Promise<string> {
    const path = pages[at % pages.length] ?? '';
    const { status } = await this.#gateway.call('GET', path, undefined, this.#options.token);
    return status === 200 ? '200' : `${status} ${path}`;
  }

  async #create(at: number): Promise<string> {
    const { run, number, token, ledger } = this.#options;
    const location = `${run}-${number}-${at}`;
    const path = '/gate/api/v1/location/';
    const { status, text } = await this.#gateway.call('POST', path, { name: location }, token);
    if (status === 201) ledger.add({ location });
    return status === 201 ? '201' : `${status} ${text.slice(0, 200)}`;
  }

  async #wait(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#end.signal }).catch(() => undefined);
  }
}
