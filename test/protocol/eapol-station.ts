import { createHmac, pbkdf2Sync } from 'node:crypto';

/*
 * The side of a station in a four-way handshake, as IEEE 802.11-2020 defines it: sections 12.7.1.2 and 12.7.1.3 for the keys,
 * 12.7.2 for the frame.
 */

export interface Station {
  readonly passphrase: string;
  readonly ssid: string;
  /** Six octets in hexadecimal, without separators. */
  readonly mac: string;
  readonly radio: string;
  readonly nonce: Buffer;
  readonly radioNonce: Buffer;
}

export function masterKeyOf({ passphrase, ssid }: Pick<Station, 'passphrase' | 'ssid'>): Buffer {
  return pbkdf2Sync(passphrase, ssid, 4096, 32, 'sha1');
}

/** Returns the EAPOL frame of the second message, with its code. */
export function secondMessage(station: Station, version = 2): Buffer {
  const { mac, radio, nonce, radioNonce } = station;
  const [low = '', high = ''] = [mac.toLowerCase(), radio.toLowerCase()].sort();
  const [first = nonce, second = nonce] = [nonce, radioNonce].sort((a, b) => Buffer.compare(a, b));
  const expansion = Buffer.concat([
    Buffer.from('Pairwise key expansion\0', 'latin1'),
    Buffer.from(`${low}${high}`, 'hex'),
    first,
    second,
    Buffer.from([0]),
  ]);
  const transient = createHmac('sha1', masterKeyOf(station)).update(expansion).digest();
  const element = Buffer.from('30140100000fac040100000fac040100000fac020000', 'hex');
  const frame = Buffer.alloc(99 + element.length);
  frame.set([2, 3]);
  frame.writeUInt16BE(frame.length - 4, 2);
  frame.writeUInt8(2, 4);
  frame.writeUInt16BE(0x0108 | version, 5);
  frame.writeBigUInt64BE(1n, 9);
  frame.set(nonce, 17);
  frame.writeUInt16BE(element.length, 97);
  frame.set(element, 99);
  const code = createHmac('sha1', transient.subarray(0, 16)).update(frame).digest();
  frame.set(code.subarray(0, 16), 81);
  return frame;
}
