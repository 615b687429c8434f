import { createHash } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { on, once } from 'node:events';
import { isIP } from 'node:net';
import Database from 'better-sqlite3';
import { encoded, signedPacket, withAuthenticator, type Attribute } from '../packets.ts';
import { randomOf, type Random } from '../../random.ts';

/* Accounting packets that were bent at random, the same ones again for the same seed. */

export interface Mutations {
  /** On 127.0.0.1. */
  readonly port: number;
  readonly secret: string;
  readonly seed: number;
  readonly packets: number;
}

/** So many at a time: more would overflow the socket's buffer and not be read at all. */
const batch = 64;
const msUntilRepeated = 1_000;
const attempts = 30;

/**
 * Sends bent packets as fast as they are read.
 *
 * @throws Error where the gateway no longer answers a right one
 */
export async function sendMutations({ port, secret, seed, packets }: Mutations): Promise<void> {
  const random = randomOf(seed);
  const socket = createSocket('udp4');
  socket.connect(port, '127.0.0.1');
  await once(socket, 'connect');
  try {
    for (let sent = 0; sent < packets; sent += batch) {
      for (let count = 0; count < Math.min(batch, packets - sent); count += 1)
        socket.send(mutated(random, secret));
      await answered(
        socket,
        signedPacket(secret, { code: 4, identifier: 7, attributes: sessionOf(`right ${sent}`, 1) }),
        secret,
      );
    }
  } finally {
    socket.close();
  }
}

const statuses = [1, 1, 2, 2, 3, 3, 3, 7, 8, 9, 15, 100];
const extremes = [0, 1, 0x7fffffff, 0x80000000, 0xffffffff];
const mostSessions = 500;
export const longestDatagram = 4_200;

/** @returns a datagram: attributes with other values, or octets that are no attributes; mostly with a right authenticator */
export function mutated(random: Random, secret: string): Buffer {
  const attributes = bentAttributes(
    sessionOf(`bent ${random(mostSessions)}`, pick(random, statuses), random),
    random,
  );
  const packet = signedPacket(secret, {
    code: random(20) === 0 ? random(256) : 4,
    identifier: random(256),
    attributes,
  });
  if (random(10) === 0) return bend(packet, random);
  if (random(20) === 0) packet.writeUInt16BE(random(5_000), 2);
  return withAuthenticator(packet, secret).subarray(0, longestDatagram);
}

/** Attributes with other values, others in their place, or octets that are none. */
export function bentAttributes(given: readonly Attribute[], random: Random): Buffer {
  let list = [...given];
  for (let count = random(4); count >= 0 && list.length > 0; count -= 1)
    list = pick(random, changes)(list, random);
  const attributes = encoded(list);
  return random(5) === 0 ? pick(random, bends)(attributes, random) : attributes;
}

type Change = (list: readonly Attribute[], random: Random) => Attribute[];

/** Attributes that fit together, but not with what they say. */
const changes: readonly Change[] = [
  (list, random) => list.toSpliced(random(list.length), 1),
  (list, random) => [...list, ...list.slice(random(list.length))],
  (list, random) => list.toSpliced(random(list.length), 0, [random(255) + 1, extremesOf(random)]),
  (list, random) =>
    list.map(([type, value], position) => [
      position === random(list.length) ? random(255) + 1 : type,
      value,
    ]),
  (list, random) =>
    list.with(random(list.length), [
      pick(random, list)[0],
      bend(encoded([pick(random, list)]), random).subarray(2),
    ]),
  (list, random) =>
    list.with(random(list.length), [pick(random, list)[0], Buffer.alloc(random(254), random(256))]),
];

/** What a NAS says of a session; `random` gives its numbers. */
function sessionOf(id: string, status: number, random: Random = () => 0): readonly Attribute[] {
  const number = () => (random(3) === 0 ? pick(random, extremes) : random(100_000));
  const now = Math.floor(Date.now() / 1000);
  return [
    ...([
      [40, status],
      [44, id],
      [1, 'alice@example.net'],
      [4, Buffer.from([192, 0, 2, random(8)])],
      [5, random(4)],
    ] as const),
    ...([
      [55, random(4) === 0 ? number() : now - random(100_000)],
      [41, number()],
      [46, number()],
    ] as const),
    ...([
      [42, number()],
      [43, number()],
      [52, number()],
      [53, number()],
      [49, random(25)],
    ] as const),
    ...([
      [8, Buffer.from([10, 0, 0, random(256)])],
      [30, '02-00-5E-00-53-01:Guests'],
      [31, '02-00-5E-00-53-02'],
    ] as const),
    ...([
      [95, Buffer.alloc(16, random(256))],
      [97, Buffer.from([0, 64, 1, 2, 3, 4, 5, 6, 7, 8])],
      [25, 'class'],
    ] as const),
    [26, Buffer.from('00000009010661626364', 'hex')],
  ];
}

type Bend = (attributes: Buffer, random: Random) => Buffer;

const bends: readonly Bend[] = [
  bend,
  bend,
  (octets, random) => octets.subarray(0, random(octets.length + 1)),
  (octets, random) => Buffer.concat([octets, octets.subarray(random(octets.length + 1))]),
  (octets, random) =>
    insertAt(octets, random(octets.length + 1), Buffer.alloc(random(40), random(256))),
  (octets, random) =>
    insertAt(octets, 0, Buffer.from([random(256), 2 + random(4), ...extremesOf(random)])),
  (octets, random) => Buffer.concat([octets, Buffer.from([random(256), 6, ...extremesOf(random)])]),
];

/** Turns an octet into any other. */
export function bend(octets: Buffer, random: Random): Buffer {
  const bent = Buffer.from(octets);
  if (bent.length > 0) bent.writeUInt8(random(256), random(bent.length));
  return bent;
}

function extremesOf(random: Random): Buffer {
  const octets = Buffer.alloc(4);
  octets.writeUInt32BE(pick(random, extremes));
  return octets;
}

function insertAt(octets: Buffer, at: number, more: Buffer): Buffer {
  return Buffer.concat([octets.subarray(0, at), more, octets.subarray(at)]);
}

export function pick<T>(random: Random, from: readonly [T, ...T[]] | readonly T[]): T {
  const found = from[random(from.length)];
  if (found === undefined) throw new Error('nothing to pick from');
  return found;
}

/** What came before it on the same socket has been read when its own answer is there. */
async function answered(socket: Socket, packet: Buffer, secret: string): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const answer = answerTo(socket, packet, secret);
    socket.send(packet);
    if (await answer) return;
  }
  throw new Error('the gateway does not answer');
}

/** @see RFC 2866 section 3: whose answer it is says its authenticator */
async function answerTo(socket: Socket, packet: Buffer, secret: string): Promise<boolean> {
  const signal = AbortSignal.timeout(msUntilRepeated);
  try {
    for await (const [answer] of on(socket, 'message', { signal }) as AsyncIterable<[Buffer]>) {
      const signed = Buffer.concat([
        answer.subarray(0, 4),
        packet.subarray(4, 20),
        answer.subarray(20),
        Buffer.from(secret),
      ]);
      if (createHash('md5').update(signed).digest().equals(answer.subarray(4, 20))) return true;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return false;
}

const dayMs = 86_400_000;
const largestSeconds = 0xffff_ffff;
const times = ['acctstarttime', 'acctupdatetime', 'acctstoptime', 'counters_at', 'heard_at'];
const numbers = ['acctinterval', 'acctsessiontime', 'acctinputoctets', 'acctoutputoctets'];

/** Rows of accounting that can not be true, with what is wrong with them. */
export function absurdRows(file: string): string[] {
  const database = new Database(file, { readonly: true }).defaultSafeIntegers();
  const rows = database.prepare<[], Record<string, unknown>>('select * from aaa_accounting').all();
  database.close();
  const latest = BigInt(Date.now() + 2 * dayMs);
  const isWithin = (value: unknown, most: bigint) =>
    value === null || (typeof value === 'bigint' && value >= 0n && value <= most);
  return rows.flatMap((row) =>
    [
      ...times.filter((column) => !isWithin(row[column], latest)),
      ...numbers.filter(
        (column) =>
          !isWithin(
            row[column],
            column.startsWith('acctin') || column.startsWith('accto')
              ? 2n ** 63n - 1n
              : BigInt(largestSeconds),
          ),
      ),
      ...(isIP(String(row['nasipaddress'])) === 0 ? ['nasipaddress'] : []),
      ...Object.keys(row).filter(
        (column) => typeof row[column] === 'string' && row[column].includes('\0'),
      ),
    ].map((column) => `${String(row['radacctid'])}: ${column} is ${String(row[column])}`),
  );
}
