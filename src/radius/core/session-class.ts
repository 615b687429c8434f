import { randomUUID } from 'node:crypto';

/** The Class that an accept of ours gives a session: a mark and 16 octets, which stay the same when it roams. */
const ticketMark = Buffer.from('ai:');
const ticketOctets = 16;

/** A ticket for one session, as it is sent and as it may be shown. */
export function createSessionClass(): { readonly octets: Buffer; readonly text: string } {
  // 122 of its bits are random, and Node draws them for many at a time.
  const random = randomUUID().replaceAll('-', '');
  return {
    octets: Buffer.concat([ticketMark, Buffer.from(random, 'hex')]),
    text: `${ticketMark.toString()}${random}`,
  };
}

/** The 16 octets of a Class of ours; null where it is the NAS's or another server's. */
export function parseSessionClass(value: Buffer): Buffer | null {
  if (
    value.length !== ticketMark.length + ticketOctets ||
    !value.subarray(0, ticketMark.length).equals(ticketMark)
  )
    return null;
  return value.subarray(ticketMark.length);
}
