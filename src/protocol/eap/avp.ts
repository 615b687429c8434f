/* The AVPs that EAP-TTLS carries in its tunnel: attributes of RADIUS in the format of Diameter (RFC 5281 section 10.1). */

/** Codes and vendors of the AVPs that authenticate. The code of an attribute of RADIUS is its type. */
export const avpCode = {
  userName: 1,
  userPassword: 2,
  chapPassword: 3,
  chapChallenge: 60,
  eapMessage: 79,
  msChapResponse: 1,
  msChapChallenge: 11,
  msChap2Response: 25,
  msChap2Success: 26,
} as const;

export const microsoftVendor = 311;

export interface Avp {
  readonly code: number;
  /** 0: no vendor. */
  readonly vendor: number;
  /** True: a peer that does not know the AVP has to fail. */
  readonly isMandatory: boolean;
  readonly value: Buffer;
}

const flag = { vendor: 0x80, mandatory: 0x40 } as const;
const headerOctets = 8;
const vendorOctets = 4;

/** Splits the octets of a tunnel into AVPs. @returns null: they are malformed */
export function readAvps(octets: Buffer): readonly Avp[] | null {
  const avps: Avp[] = [];
  for (let at = 0; at < octets.length;) {
    const found = readAvp(octets.subarray(at));
    if (!found) return null;
    avps.push(found.avp);
    at += found.paddedLength;
  }
  return avps;
}

function readAvp(octets: Buffer): { readonly avp: Avp; readonly paddedLength: number } | null {
  if (octets.length < headerOctets) return null;
  const flags = octets.readUInt8(4);
  const length = octets.readUIntBE(5, 3);
  const hasVendor = (flags & flag.vendor) !== 0;
  const header = headerOctets + (hasVendor ? vendorOctets : 0);
  if (length < header || length > octets.length) return null;
  return {
    avp: {
      code: octets.readUInt32BE(0),
      vendor: hasVendor ? octets.readUInt32BE(headerOctets) : 0,
      isMandatory: (flags & flag.mandatory) !== 0,
      value: octets.subarray(header, length),
    },
    // The padding of the last AVP may be missing.
    paddedLength: padded(length),
  };
}

/** Encodes an AVP, with its padding. */
export function encodeAvp({ code, vendor, isMandatory, value }: Avp): Buffer {
  const header = headerOctets + (vendor === 0 ? 0 : vendorOctets);
  const octets = Buffer.alloc(padded(header + value.length));
  octets.writeUInt32BE(code, 0);
  octets.writeUInt8((vendor === 0 ? 0 : flag.vendor) | (isMandatory ? flag.mandatory : 0), 4);
  octets.writeUIntBE(header + value.length, 5, 3);
  if (vendor !== 0) octets.writeUInt32BE(vendor, headerOctets);
  octets.set(value, header);
  return octets;
}

/** Returns the value of the first AVP of a code. */
export function avpValue(avps: readonly Avp[], code: number, vendor = 0): Buffer | null {
  return avps.find((avp) => avp.code === code && avp.vendor === vendor)?.value ?? null;
}

function padded(length: number): number {
  return Math.ceil(length / 4) * 4;
}
