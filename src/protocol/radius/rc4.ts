/**
 * Encrypts or decrypts octets with RC4, which OpenSSL 3 no longer offers. It is broken as a cipher: MS-CHAP needs it for the
 * change of a password, use it for that only.
 *
 * @param key  1 to 256 octets
 */
export function rc4(key: Buffer, octets: Buffer): Buffer {
  const state = schedule(key);
  let [one, other] = [0, 0];
  return Buffer.from(
    octets.map((octet) => {
      one = (one + 1) % states;
      other = (other + at(state, one)) % states;
      swap(state, one, other);
      return octet ^ at(state, (at(state, one) + at(state, other)) % states);
    }),
  );
}

const states = 256;

function schedule(key: Buffer): Uint8Array {
  const state = Uint8Array.from({ length: states }, (_, index) => index);
  let other = 0;
  for (let index = 0; index < states; index += 1) {
    other = (other + at(state, index) + at(key, index % key.length)) % states;
    swap(state, index, other);
  }
  return state;
}

function at(octets: Uint8Array, index: number): number {
  return octets[index] ?? 0;
}

function swap(state: Uint8Array, one: number, other: number): void {
  [state[one], state[other]] = [at(state, other), at(state, one)];
}
