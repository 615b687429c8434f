import { FrameReader } from './framing.ts';
import { XmlParser, type Select, type XmlElement } from './xml.ts';

/** Matches the begin of a hello: devices print banners and notices before it. */
const beginOfHello = /<(?:\?xml\s|(?:[\w.-]+:)?hello[\s>/])/;

/** Reads messages from a stream. A long one is parsed while the rest of it is on its way, and its octets are not kept. */
export class MessageReader {
  readonly #frames: FrameReader;
  readonly #select: Select | undefined;
  #isFirst = true;

  /** @param max  size limit of a message in octets */
  constructor(max: number, select?: Select) {
    this.#frames = new FrameReader(max);
    this.#select = select;
  }

  get isChunked(): boolean {
    return this.#frames.isChunked;
  }

  /** True after the first message, if both sides have announced base:1.1. */
  set isChunked(isChunked: boolean) {
    this.#frames.isChunked = isChunked;
  }

  /** @throws Fault `garbled`  the session is lost */
  async *read(stream: AsyncIterable<Buffer>): AsyncGenerator<XmlElement> {
    let parser: XmlParser | null = null;
    for await (const octets of stream) {
      this.#frames.push(octets);
      for (let part = this.#frames.next(); part !== null; part = this.#frames.next()) {
        parser ??= new XmlParser(this.#select, {
          lifted: 'rpc-error',
          begin: this.#isFirst ? beginOfHello : undefined,
        });
        await parser.write(part.octets);
        if (!part.isLast) continue;
        const message: XmlElement = parser.end();
        parser = null;
        this.#isFirst = false;
        yield message;
      }
    }
  }
}
