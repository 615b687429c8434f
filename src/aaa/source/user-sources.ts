import type { Gateway } from '../../gateway/gateway.ts';
import { LatestWrite } from '../../gateway/latest-write.ts';
import { ReloadOnChange } from '../../runtime/reload-on-change.ts';
import { readTableVersion } from '../../store/table-version.ts';
import { Directory } from './directory.ts';
import {
  readActiveSources,
  recordSourceState,
  type SourceState,
  type StoredSource,
} from './source-store.ts';

const checkIntervalMs = 1_000;

type Parts = Pick<Gateway, 'store' | 'vault' | 'clock' | 'log'>;

/** The directories of all organizations. Changes of their rows are noticed within a second, by a login. */
export class UserSources {
  readonly #parts: Parts;
  readonly #stored: ReloadOnChange;
  /** The last state of each directory, on its way to the store. */
  readonly #states = new WeakMap<Directory, LatestWrite<SourceState>>();
  #directories: readonly Directory[] = [];

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#stored = new ReloadOnChange({
      readVersion: () => readTableVersion(parts.store, 'user_source', 'organization'),
      load: () => this.#load(),
      minIntervalMs: checkIntervalMs,
      clock: parts.clock,
    });
  }

  /** Returns the directories of an organization, in the order in which they are asked. @throws Fault if the store cannot be read */
  async of(organization: number): Promise<readonly Directory[]> {
    await this.#stored.loadIfDue();
    const directories = this.#directories.filter(
      ({ source }) => source.organization === organization,
    );
    for (const directory of directories) this.#states.get(directory)?.retry();
    return directories;
  }

  close(): void {
    for (const directory of this.#directories) directory.close();
  }

  async #load(): Promise<void> {
    const known = new Map(this.#directories.map((one) => [one.source.configuration, one]));
    const sources = await readActiveSources(this.#parts);
    this.#directories = sources.map(
      (source) => known.get(source.configuration) ?? this.#create(source),
    );
    for (const directory of known.values())
      if (!this.#directories.includes(directory)) directory.close();
  }

  #create(source: StoredSource): Directory {
    const { store, clock, log } = this.#parts;
    const { id, name } = source;
    const state = new LatestWrite<SourceState>((last) => recordSourceState(store, id, last));
    const directory = new Directory(source, {
      monotonicMs: clock.monotonicMs,
      onState(error) {
        if (error === null) log.info({ source: name }, 'user source answers');
        else log.warn({ source: name, error }, 'user source does not answer');
        state.put({ error, at: clock.now() });
      },
    });
    this.#states.set(directory, state);
    return directory;
  }
}
