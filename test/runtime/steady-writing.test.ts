import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { test } from 'tap';
import { linesOf } from '../../src/runtime/lines-of.ts';
import { syncWhile, writeSteadily } from '../../src/runtime/machine/steady-writing.ts';

const parts = [Buffer.alloc(5 * 2 ** 20, 'a'), Buffer.from('b\n')];

test('a file has all parts, and a part that is not a Buffer is an error', async (t) => {
  const folder = t.testdir({});
  const file = join(folder, 'whole');
  await writeSteadily(file, Readable.from(parts));
  t.ok(readFileSync(file).equals(Buffer.concat(parts)));
  t.equal(statSync(file).mode & 0o777, 0o600);
  await t.rejects(writeSteadily(file, Readable.from(parts)), { code: 'EEXIST' });
  const mixed = () => Readable.from([...parts, 'c']);
  await t.rejects(writeSteadily(join(folder, 'mixed'), mixed()), /no Buffer/);
  await t.rejects(async () => {
    for await (const line of linesOf(mixed())) t.ok(line);
  }, /no Buffer/);
});

test('what fails to write a file fails the wait for it', async (t) => {
  const file = join(t.testdir({ copy: '' }), 'copy');
  await t.rejects(syncWhile(file, Promise.reject(new Error('full'))), /full/);
});
