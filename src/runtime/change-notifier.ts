import type { Logger } from 'pino';

type Reload = () => Promise<void>;

/**
 * Lets copies in memory follow what this process writes, so that a saved row is in force when the caller gets the reply.
 * Writes of other processes are found by version (ReloadOnChange).
 */
export class ChangeNotifier {
  readonly #log: Pick<Logger, 'warn'>;
  readonly #subscribers = new Map<string, Reload[]>();

  constructor(log: Pick<Logger, 'warn'>) {
    this.#log = log;
  }

  /** Calls `reload` after each change of one of the tables. */
  subscribe(tables: readonly string[], reload: Reload): void {
    for (const table of tables)
      this.#subscribers.set(table, [...(this.#subscribers.get(table) ?? []), reload]);
  }

  /** Resolves when the copies of a table have been reloaded, or have failed to: the change itself is stored. */
  async publish(table: string): Promise<void> {
    const reloads = this.#subscribers.get(table) ?? [];
    const results = await Promise.allSettled(reloads.map((reload) => reload()));
    for (const result of results)
      if (result.status === 'rejected')
        this.#log.warn(
          { err: result.reason as unknown, table },
          'cannot reload after a change; the next periodic check retries',
        );
  }
}
