/*
 * MD4 (RFC 1320), which MS-CHAP needs and OpenSSL 3 no longer offers. It is broken as a digest: use it for MS-CHAP only.
 */

const blockOctets = 64;
const start = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476] as const;

type State = [number, number, number, number];

interface Round {
  readonly mix: (x: number, y: number, z: number) => number;
  readonly constant: number;
  readonly order: readonly number[];
  readonly shifts: readonly [number, number, number, number];
}

const inOrder = Array.from({ length: 16 }, (_, index) => index);

const rounds: readonly Round[] = [
  { mix: (x, y, z) => (x & y) | (~x & z), constant: 0, order: inOrder, shifts: [3, 7, 11, 19] },
  {
    mix: (x, y, z) => (x & y) | (x & z) | (y & z),
    constant: 0x5a827999,
    order: inOrder.map((index) => (index % 4) * 4 + Math.floor(index / 4)),
    shifts: [3, 5, 9, 13],
  },
  {
    mix: (x, y, z) => x ^ y ^ z,
    constant: 0x6ed9eba1,
    order: [0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15],
    shifts: [3, 9, 11, 15],
  },
];

/** @returns 16 octets */
export function md4(octets: Uint8Array): Buffer {
  const padded = withPadding(octets);
  let state: State = [...start];
  for (let at = 0; at < padded.length; at += blockOctets)
    state = afterBlock(state, padded.subarray(at, at + blockOctets));
  const digest = Buffer.alloc(16);
  state.forEach((word, index) => digest.writeUInt32LE(word >>> 0, 4 * index));
  return digest;
}

/** Pads the octets to whole blocks: a one bit, zeros, and the length in bits. */
function withPadding(octets: Uint8Array): Buffer {
  const padded = Buffer.alloc(Math.ceil((octets.length + 9) / blockOctets) * blockOctets);
  padded.set(octets);
  padded[octets.length] = 0x80;
  padded.writeBigUInt64LE(8n * BigInt(octets.length), padded.length - 8);
  return padded;
}

function afterBlock(state: State, block: Buffer): State {
  const [a, b, c, d] = rounds.reduce((before, round) => afterRound(before, round, block), state);
  return [(a + state[0]) | 0, (b + state[1]) | 0, (c + state[2]) | 0, (d + state[3]) | 0];
}

/** Runs a round. Each step changes the first word and moves it to the end; after four steps the words are in order again. */
function afterRound(state: State, { mix, constant, order, shifts }: Round, block: Buffer): State {
  let [a, b, c, d] = state;
  order.forEach((word, step) => {
    const sum = (a + mix(b, c, d) + block.readInt32LE(4 * word) + constant) | 0;
    [a, b, c, d] = [d, rotated(sum, shifts[step % 4] ?? 0), b, c];
  });
  return [a, b, c, d];
}

function rotated(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}
