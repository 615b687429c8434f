/**
 * Answers a question (RFC 1035 section 4): one A record for a question of type A, none for another type, and NXDOMAIN for
 * a name that begins with `nothing`.
 */
export function dnsAnswer(question: Buffer, address: string): Buffer {
  const end = question.indexOf(0, 12) + 5;
  const isMissing = question.subarray(13).toString('latin1').startsWith('nothing');
  const isA = question.readUInt16BE(end - 4) === 1 && !isMissing;
  const header = Buffer.from(question.subarray(0, 12));
  header.writeUInt16BE(isMissing ? 0x8183 : 0x8180, 2);
  header.writeUInt16BE(isA ? 1 : 0, 6);
  header.writeUInt32BE(0, 8);
  const octets = address.split('.').map(Number);
  const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...octets]);
  return Buffer.concat([header, question.subarray(12, end), ...(isA ? [record] : [])]);
}
