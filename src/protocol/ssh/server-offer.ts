/** Algorithms that a server offers, in its order. */
export interface ServerOffer {
  readonly keyExchange: readonly string[];
  readonly hostKeys: readonly string[];
  readonly ciphers: readonly string[];
  readonly macs: readonly string[];
}

/** The identification and the first packet of a server must fit into this many octets. */
export const maxOfferLength = 65_536;

const kexInit = 20;
const cookieLength = 16;

/**
 * Reads the algorithms that a server offers from its first octets: identification and SSH_MSG_KEXINIT in clear.
 *
 * @returns null if that is not complete or not SSH
 * @see     RFC 4253 sections 4.2, 6 and 7.1
 */
export function parseServerOffer(sent: Buffer): ServerOffer | null {
  const begin = packetBegin(sent);
  // Length of the packet and of its padding, and the message number, are before the cookie.
  if (begin === null || sent.length < begin + 6 || sent[begin + 5] !== kexInit) return null;
  const end = begin + 4 + sent.readUInt32BE(begin);
  if (end > sent.length) return null;
  const lists = nameLists(sent.subarray(begin + 6 + cookieLength, end));
  if (lists === null) return null;
  const [keyExchange = [], hostKeys = [], , ciphers = [], , macs = []] = lists;
  return { keyExchange: keyExchange.filter(isMethod), hostKeys, ciphers, macs };
}

/** Returns where the first packet begins: after the line of the identification, which other lines may precede. */
function packetBegin(sent: Buffer): number | null {
  let at = 0;
  for (;;) {
    const end = sent.indexOf(0x0a, at);
    if (end < 0) return null;
    if (sent.toString('latin1', at, at + 4) === 'SSH-') return end + 1;
    at = end + 1;
  }
}

/** Reads the first six name-lists: both directions of ciphers and MACs are the same in practice. */
function nameLists(octets: Buffer): readonly (readonly string[])[] | null {
  const lists: string[][] = [];
  let at = 0;
  while (lists.length < 6) {
    if (at + 4 > octets.length) return null;
    const length = octets.readUInt32BE(at);
    const end = at + 4 + length;
    if (end > octets.length) return null;
    lists.push(
      octets
        .toString('latin1', at + 4, end)
        .split(',')
        .filter(isPrintable),
    );
    at = end;
  }
  return lists;
}

function isPrintable(name: string): boolean {
  return /^[!-~]{1,64}$/.test(name);
}

/** True for a method of key exchange; the same list has markers of extensions. */
function isMethod(name: string): boolean {
  return !/^(?:ext-info|kex-strict)-/.test(name);
}
