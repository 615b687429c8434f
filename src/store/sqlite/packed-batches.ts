import type { Statement } from '../store.ts';

/**
 * Batches on their way to the write worker, in few pieces. Structured clone takes several times as long for an object for each
 * statement, whose keys it writes as text, and for a buffer for each blob.
 */
export interface PackedBatches {
  /**
   * Of each batch the number of its statements; of each statement the index of its SQL text, whether it must change rows, and the
   * number of its parameters before these. A blob is null here.
   */
  readonly values: unknown[];
  /** The octets of all blobs. */
  readonly octets: Uint8Array<ArrayBuffer>;
  /** Of each blob its index in `values`, and the number of its octets. */
  readonly blobs: readonly number[];
}

/** @param indexOf  returns the index of an SQL text */
export function packBatches(
  batches: readonly (readonly Statement[])[],
  indexOf: (sql: string) => number,
): PackedBatches {
  // Filled by push: structured clone serializes an array with holes, as an optimized map makes it, element by element.
  const values: unknown[] = [];
  const blobs: number[] = [];
  const octets: Uint8Array[] = [];
  const addBlob = (blob: Uint8Array) => {
    blobs.push(values.length, blob.length);
    octets.push(blob);
    values.push(null);
  };
  const addStatement = ({ sql, parameters, mustChange = false }: Statement) => {
    values.push(indexOf(sql), mustChange, parameters.length);
    for (const parameter of parameters)
      if (parameter instanceof Uint8Array) addBlob(parameter);
      else values.push(parameter);
  };
  for (const batch of batches) {
    values.push(batch.length);
    for (const statement of batch) addStatement(statement);
  }
  return { values, octets: joined(octets), blobs };
}

/** Returns octets in a buffer of their own, which can be transferred to another thread. */
function joined(blobs: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(blobs.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const blob of blobs) {
    all.set(blob, at);
    at += blob.length;
  }
  return all;
}

/** @param texts  SQL texts by index */
export function unpackBatches(
  packed: PackedBatches,
  texts: readonly string[],
): Required<Statement>[][] {
  const { values } = packed;
  putBlobs(packed);
  const batches: Required<Statement>[][] = [];
  let at = 0;
  const next = () => values[at++];
  while (at < values.length) {
    const batch: Required<Statement>[] = [];
    for (let left = Number(next()); left > 0; left -= 1) {
      const sql = texts[Number(next())] ?? '';
      const mustChange = next() === true;
      const count = Number(next());
      batch.push({ sql, parameters: values.slice(at, at + count), mustChange });
      at += count;
    }
    batches.push(batch);
  }
  return batches;
}

/** Puts the blobs into their places among the values. */
function putBlobs({ values, octets, blobs }: PackedBatches): void {
  let begin = 0;
  for (let at = 0; at + 1 < blobs.length; at += 2) {
    const [index = 0, length = 0] = [blobs[at], blobs[at + 1]];
    values[index] = octets.subarray(begin, begin + length);
    begin += length;
  }
}
