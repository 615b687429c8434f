import { hash } from 'node:crypto';

/*
 * The crypt methods of Unix that are built from digests: MD5 (`$1$`, and `$apr1$` of Apache), SHA-256 (`$5$`) and SHA-512
 * (`$6$`). They run for milliseconds to seconds: call them off the event loop.
 */

/** @see https://www.akkadia.org/drepper/SHA-crypt.txt */
const defaultRounds = 5000;
const alphabet = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/**
 * Computes the hash of a password with the salt and the rounds of a stored one.
 *
 * @param stored  `$1$SALT$…`, `$apr1$SALT$…`, `$5$[rounds=N$]SALT$…` or `$6$…`
 * @throws Error if it is another method
 */
export function unixCrypt(password: string, stored: string): string {
  const [, method = '', ...rest] = stored.split('$');
  const octets = Buffer.from(password);
  if (method === '1' || method === 'apr1') return md5Crypt(octets, method, rest[0] ?? '');
  if (method === '5' || method === '6') return shaCrypt(octets, method, rest);
  throw new Error(`crypt method ${method} is not known`);
}

function digest(algorithm: string, parts: readonly Uint8Array[]): Buffer {
  return hash(algorithm, Buffer.concat(parts), 'buffer');
}

function md5Crypt(password: Buffer, method: '1' | 'apr1', salt: string): string {
  const prefix = `$${method}$`;
  const salted = Buffer.from(salt);
  const md5 = (parts: readonly Uint8Array[]) => digest('md5', parts);
  const first = [password, Buffer.from(prefix), salted];
  first.push(repeat(md5([password, salted, password]), password.length));
  for (let length = password.length; length > 0; length >>= 1)
    first.push(length & 1 ? Buffer.alloc(1) : password.subarray(0, 1));
  let sum = md5(first);
  for (let round = 0; round < 1000; round += 1) sum = md5(roundOf(round, sum, [password, salted]));
  const order = [0, 1, 2, 3, 4].map((at) => [at, at + 6, at === 4 ? 5 : at + 12]);
  return `${prefix}${salt}$${encode(sum, [...order, [11]])}`;
}

function shaCrypt(password: Buffer, method: '5' | '6', rest: readonly string[]): string {
  const algorithm = method === '5' ? 'sha256' : 'sha512';
  const sha = (parts: readonly Uint8Array[]) => digest(algorithm, parts);
  const { salt, rounds, shown } = readSalt(rest);
  const salted = Buffer.from(salt);
  const first = [password, salted];
  const second = sha([password, salted, password]);
  first.push(repeat(second, password.length));
  for (let length = password.length; length > 0; length >>= 1)
    first.push(length & 1 ? second : password);
  let sum = sha(first);
  const passwords = repeat(sha(Array<Buffer>(password.length).fill(password)), password.length);
  const salts = repeat(sha(Array<Buffer>(16 + sum.readUInt8(0)).fill(salted)), salted.length);
  for (let round = 0; round < rounds; round += 1)
    sum = sha(roundOf(round, sum, [passwords, salts]));
  return `$${method}$${shown}${salt}$${encode(sum, orderOf[method])}`;
}

function readSalt([first = '', second = '']: readonly string[]) {
  const given = /^rounds=(\d+)$/.exec(first)?.[1];
  return given === undefined
    ? { salt: first, rounds: defaultRounds, shown: '' }
    : { salt: second, rounds: Number(given), shown: `${first}$` };
}

/** Returns the first octets of a digest that is repeated. */
function repeat(octets: Buffer, length: number): Buffer {
  return Buffer.alloc(length, octets);
}

function roundOf(
  round: number,
  sum: Buffer,
  [password, salt]: readonly [Buffer, Buffer],
): readonly Buffer[] {
  const isOdd = round % 2 === 1;
  return [
    isOdd ? password : sum,
    ...(round % 3 === 0 ? [] : [salt]),
    ...(round % 7 === 0 ? [] : [password]),
    isOdd ? sum : password,
  ];
}

const orderOf: Readonly<Record<'5' | '6', readonly (readonly number[])[]>> = {
  '5': [...rotated(10, [0, 2, 1]), [31, 30]],
  '6': [...rotated(21, [0, 1, 2]), [63]],
};

/** Lists which octets form each group: one of each third of the digest, and the next group begins with another third. */
function rotated(third: number, firsts: readonly number[]): number[][] {
  return Array.from({ length: third }, (_, at) => {
    const first = firsts[at % 3] ?? 0;
    return [0, 1, 2].map((place) => at + third * ((first + place) % 3));
  });
}

/** Encodes groups of up to three octets with six bits for each character, the lowest first. */
function encode(octets: Buffer, groups: readonly (readonly number[])[]): string {
  return groups
    .map((group) => {
      const bits = group.reduce((value, at) => (value << 8) | octets.readUInt8(at), 0);
      return Array.from({ length: group.length + 1 }, (_, at) =>
        alphabet.charAt((bits >> (6 * at)) & 63),
      ).join('');
    })
    .join('');
}
