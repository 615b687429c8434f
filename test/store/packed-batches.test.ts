import { test } from 'tap';
import { packBatches, unpackBatches } from '../../src/store/sqlite/packed-batches.ts';
import type { Statement } from '../../src/store/store.ts';

/* Batches on their way to the thread that writes. */

test('batches arrive at another thread as they were', (t) => {
  const blob = Buffer.from('--a blob in a larger buffer--').subarray(2, 27);
  const batches: readonly (readonly Required<Statement>[])[] = [
    [{ sql: 'a', parameters: [1, null, 'text', blob], mustChange: true }],
    [],
    [
      { sql: 'b', parameters: [], mustChange: false },
      { sql: 'a', parameters: [new Uint8Array(0), blob, 2n ** 60n], mustChange: false },
    ],
  ];
  const texts = ['a', 'b'];
  const packed = packBatches(batches, (sql) => texts.indexOf(sql));
  const received = unpackBatches(
    structuredClone(packed, { transfer: [packed.octets.buffer] }),
    texts,
  );
  t.same(
    received,
    batches.map((batch) =>
      batch.map((statement) => ({
        ...statement,
        parameters: statement.parameters.map((value) =>
          value instanceof Uint8Array ? new Uint8Array(value) : value,
        ),
      })),
    ),
  );
  t.equal(blob.toString(), 'a blob in a larger buffer', 'the buffer of the caller stays its own');
  t.end();
});

test('a parameter that is missing stays missing, and moves no other', (t) => {
  const statement = {
    sql: 'a',
    parameters: [undefined, Buffer.from('x'), true],
    mustChange: false,
  };
  const [batch] = unpackBatches(
    packBatches([[statement]], () => 0),
    ['a'],
  );
  t.same(batch?.[0]?.parameters, [undefined, new Uint8Array([120]), true]);
  t.end();
});
