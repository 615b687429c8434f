/* EAPOL-Key frames of the four-way handshake (IEEE 802.11-2020 section 12.7). */

/** The second message of a four-way handshake, by which a station proves that it has the key. */
export interface HandshakeMessage {
  /** Version of the key descriptor: which algorithms protect the frame. */
  readonly version: number;
  /** The nonce of the station, 32 octets. */
  readonly supplicantNonce: Buffer;
  /** The message integrity code, 16 octets. */
  readonly mic: Buffer;
  /** The frame with zeros in place of its code, which the code is computed over. */
  readonly authenticated: Buffer;
}

const keyPacketType = 3;
const descriptorOfRsn = 2;
const descriptorOfWpa = 254;
const headerOctets = 4;
const nonceOctets = 32;
const micOctets = 16;
const informationAt = 5;
const nonceAt = 17;
const micAt = 81;
const dataLengthAt = 97;
const dataAt = 99;
const versionMask = 0b111;
const pairwiseFlag = 0x0008;
const micFlag = 0x0100;

/**
 * Reads the second message of a four-way handshake.
 *
 * @param frame  the EAPOL frame from its protocol version on
 * @returns      null: it is no such message, or is cut off
 * @see          IEEE 802.11-2020 section 12.7.2, IEEE 802.1X-2020 section 11.3
 */
export function readHandshakeMessage(frame: Buffer): HandshakeMessage | null {
  if (frame.length < dataAt || frame[1] !== keyPacketType) return null;
  const end = headerOctets + frame.readUInt16BE(2);
  if (end > frame.length || end < dataAt + frame.readUInt16BE(dataLengthAt)) return null;
  const descriptor = frame[headerOctets];
  if (descriptor !== descriptorOfRsn && descriptor !== descriptorOfWpa) return null;
  const information = frame.readUInt16BE(informationAt);
  if ((information & pairwiseFlag) === 0 || (information & micFlag) === 0) return null;
  const authenticated = Buffer.from(frame.subarray(0, end));
  authenticated.fill(0, micAt, micAt + micOctets);
  return {
    version: information & versionMask,
    supplicantNonce: frame.subarray(nonceAt, nonceAt + nonceOctets),
    mic: frame.subarray(micAt, micAt + micOctets),
    authenticated,
  };
}
