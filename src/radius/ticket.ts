/** The Class that an accept of ours gives a session: a mark and 16 octets, which stay the same when it roams. */
export const ticketMark = Buffer.from('ai:');
export const ticketOctets = 16;

/** The 16 octets of a Class of ours; null where it is the NAS's or another server's. */
export function ticketOf(value: Buffer): Buffer | null {
  if (value.length !== ticketMark.length + ticketOctets || !value.subarray(0, ticketMark.length).equals(ticketMark)) return null;
  return value.subarray(ticketMark.length);
}
