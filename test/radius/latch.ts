import { Fault } from '../../src/contract/errors.ts';
import type { Store } from '../../src/store/store.ts';

/** The store's door for writes of accounting, which can be kept shut or broken. */
export class Latch {
  isBroken = false;
  writes = 0;
  #opened: Promise<void> = Promise.resolve();
  open: () => void = () => undefined;

  shut(): void {
    this.#opened = new Promise((resolve) => (this.open = resolve));
  }

  readonly disguise = (store: Store): Store => ({
    ...store,
    engine: store.engine,
    db: store.db,
    pendingWrites: 0,
    readLong: (query) => store.readLong(query),
    checkWritable: () => store.checkWritable(),
    close: () => store.close(),
    write: async (unit) => {
      const isAccounting = unit.some(
        (statement) => 'sql' in statement && statement.sql.includes('aaa_accounting'),
      );
      if (!isAccounting) return store.write(unit);
      this.writes += 1;
      await this.#opened;
      if (this.isBroken) throw new Fault('unavailable', 'the store cannot write (SQLITE_FULL)');
      return store.write(unit);
    },
  });
}
