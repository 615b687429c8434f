const lineFeed = 0x0a;

/** A line that is longer than its reader takes. */
export class LongLine extends Error {}

/**
 * Splits at line feeds only: `readline` takes characters of a text for the end of a line.
 *
 * @param maxOctets  of a line; default: any number
 * @throws LongLine as soon as more octets without an end have been read; TypeError for a part that is no Buffer
 */
export async function* linesOf(
  stream: AsyncIterable<unknown>,
  maxOctets = Infinity,
): AsyncGenerator<string, void, undefined> {
  let rest: Buffer[] = [];
  let octets = 0;
  for await (const part of stream) {
    if (!Buffer.isBuffer(part)) throw new TypeError('a part of the lines is no Buffer');
    let start = 0;
    for (let end = part.indexOf(lineFeed); end >= 0; end = part.indexOf(lineFeed, start)) {
      yield Buffer.concat([...rest, part.subarray(start, end)]).toString('utf8');
      rest = [];
      octets = 0;
      start = end + 1;
    }
    rest.push(part.subarray(start));
    octets += part.length - start;
    if (octets > maxOctets) throw new LongLine(`a line is longer than ${maxOctets / 2 ** 20} MiB`);
  }
  const last = Buffer.concat(rest);
  if (last.length > 0) yield last.toString('utf8');
}
