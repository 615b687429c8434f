import type { Gateway } from '../../gateway/gateway.ts';
import type { PeriodicTask } from '../../gateway/job.ts';
import { ReloadOnChange } from '../../runtime/reload-on-change.ts';
import { readTableVersion } from '../../store/table-version.ts';
import { deleteFormerGuests } from './guest-store.ts';
import { readActiveLinks } from './link-store.ts';
import { PmsConnection } from './pms-connection.ts';

type Parts = Pick<Gateway, 'store' | 'now' | 'log' | 'clock'>;

const intervalMs = 1_000;
const cleanupIntervalMs = 3_600_000;

/** The links to the hotel systems of all organizations. Changes of their rows are noticed within a second. */
export class PmsLinks {
  readonly #parts: Parts;
  readonly #owner: string;
  readonly #stored: ReloadOnChange;
  #connections: readonly PmsConnection[] = [];

  /** @param owner  identifies this gateway among the gateways on the store */
  constructor(parts: Parts, owner: string) {
    this.#parts = parts;
    this.#owner = owner;
    this.#stored = new ReloadOnChange({
      readVersion: () => readTableVersion(parts.store, 'pms_link', 'organization'),
      load: () => this.#load(),
      clock: parts.clock,
    });
  }

  get tasks(): readonly PeriodicTask[] {
    return [
      {
        name: 'links to hotel systems',
        intervalMs,
        failureMessage: 'hotel system: cannot read or write the links; retrying in 1 s',
        run: async () => {
          await this.#tend();
          return undefined;
        },
      },
      {
        name: 'former guests of hotel systems',
        intervalMs: cleanupIntervalMs,
        failureMessage: 'hotel system: cannot delete former guests; retrying in an hour',
        run: async () => {
          await deleteFormerGuests(this.#parts.store, this.#parts.now());
          return undefined;
        },
      },
    ];
  }

  async close(): Promise<void> {
    await Promise.all(this.#connections.map((connection) => connection.close()));
  }

  async #tend(): Promise<void> {
    await this.#stored.loadIfChanged();
    for (const connection of this.#connections) await connection.tend();
  }

  async #load(): Promise<void> {
    const known = new Map(this.#connections.map((one) => [one.link.configuration, one]));
    const links = await readActiveLinks(this.#parts.store);
    this.#connections = links.map(
      (link) => known.get(link.configuration) ?? new PmsConnection(this.#parts, link, this.#owner),
    );
    for (const connection of known.values())
      if (!this.#connections.includes(connection)) await connection.close();
  }
}
