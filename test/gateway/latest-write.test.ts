import { test } from 'tap';
import { LatestWrite } from '../../src/gateway/latest-write.ts';

/** Writes that end when the test says so. */
class Writes {
  readonly begun: string[] = [];
  readonly #ends: ((error?: Error) => void)[] = [];

  readonly write = ({ value }: { readonly value: string }): Promise<void> => {
    this.begun.push(value);
    return new Promise((resolve, reject) => {
      this.#ends.push((error) => {
        if (error) reject(error);
        else resolve();
      });
    });
  };

  async end(error?: Error): Promise<void> {
    this.#ends.shift()?.(error);
    await new Promise(setImmediate);
  }
}

test('a value waits for the write before it, and only the latest is written', async (t) => {
  const writes = new Writes();
  const latest = new LatestWrite(writes.write);
  for (const value of ['down', 'up', 'down again', 'up again']) latest.put({ value });
  t.same(writes.begun, ['down']);
  await writes.end();
  t.same(writes.begun, ['down', 'up again']);
  await writes.end();
  latest.retry();
  t.same(writes.begun, ['down', 'up again'], 'what was written is not written again');
});

test('a value that could not be written is kept', async (t) => {
  const writes = new Writes();
  const latest = new LatestWrite(writes.write);
  latest.put({ value: 'up' });
  await writes.end(new Error('the store is away'));
  latest.retry();
  t.same(writes.begun, ['up', 'up']);
  latest.put({ value: 'down' });
  await writes.end(new Error('the store is away'));
  latest.retry();
  t.same(writes.begun, ['up', 'up', 'down']);
});
