const lineFeed = 0x0a;

/** Splits at line feeds only: `readline` takes characters of a text for the end of a line. */
export async function* linesOf(
  stream: AsyncIterable<unknown>,
): AsyncGenerator<string, void, undefined> {
  let rest: Buffer[] = [];
  for await (const part of stream) {
    if (!Buffer.isBuffer(part)) continue;
    let start = 0;
    for (let end = part.indexOf(lineFeed); end >= 0; end = part.indexOf(lineFeed, start)) {
      yield Buffer.concat([...rest, part.subarray(start, end)]).toString('utf8');
      rest = [];
      start = end + 1;
    }
    rest.push(part.subarray(start));
  }
  const last = Buffer.concat(rest);
  if (last.length > 0) yield last.toString('utf8');
}
