import type { Secret } from '../../contract/secret.ts';
import { md4 } from './md4.ts';
import { sha1, type MsChapResponse } from './ms-chap.ts';
import { ntPasswordHash } from './nt-hash.ts';

/** Keys of a link, named from the authenticator's side. */
export interface MppeKeys {
  readonly send: Buffer;
  readonly receive: Buffer;
}

/** Octets of a key after MS-CHAPv2. */
const keyOctets = 16;

/**
 * Derives the keys that encrypt a link after MS-CHAPv2.
 *
 * @see RFC 3079 section 3.3
 */
export function mppeKeys(
  { response }: Pick<MsChapResponse, 'response'>,
  password: Secret,
): MppeKeys {
  const master = sha1([md4(ntPasswordHash(password)), response, masterMagic]).subarray(
    0,
    keyOctets,
  );
  return {
    send: startKey(master, 'receive', 'send'),
    receive: startKey(master, 'send', 'receive'),
  };
}

const masterMagic = Buffer.from('This is the MPPE Master Key');
const before = Buffer.alloc(40);
const after = Buffer.alloc(40, 0xf2);

function startKey(master: Buffer, clients: string, servers: string): Buffer {
  const magic = `On the client side, this is the ${clients} key; on the server side, it is the ${servers} key.`;
  return sha1([master, before, Buffer.from(magic), after]).subarray(0, keyOctets);
}
