/**
 * Matches text that needs the parser: references, a possible `]]>`, line ends that it replaces, and characters that
 * XML 1.0 or 1.1 treats in a way of its own.
 */
const special = /[&\]\r\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u2028\uFFFE\uFFFF]/;

/**
 * Feeds a parser of XML with markup, and takes plain text past it: most of a configuration is text, and the parser looks at each
 * of its characters in turn.
 */
export class TextShortcut {
  readonly #parse: (text: string) => void;
  readonly #addText: (text: string) => void;
  /** True: text of an element follows, and the parser holds back no earlier text. */
  #isInText = false;

  /**
   * @param parse    gives the parser what follows
   * @param addText  takes text of the element that is open
   */
  constructor(parse: (text: string) => void, addText: (text: string) => void) {
    this.#parse = parse;
    this.#addText = addText;
  }

  /** To be called when the parser has read a tag. @param isInside  an element is open */
  endTag(isInside: boolean): void {
    this.#isInText = isInside;
  }

  write(text: string): void {
    let at = 0;
    while (at < text.length)
      at = this.#isInText ? this.#writeText(text, at) : this.#writeMarkup(text, at);
  }

  #writeText(text: string, from: number): number {
    const tag = text.indexOf('<', from);
    const end = tag === -1 ? text.length : tag;
    const run = text.slice(from, end);
    const isPlain = !special.test(run);
    this.#isInText = isPlain && tag === -1;
    if (isPlain) this.#addText(run);
    else this.#parse(run);
    return end;
  }

  /** Writes up to the next `>`: a tag cannot end before. */
  #writeMarkup(text: string, from: number): number {
    const close = text.indexOf('>', from);
    const end = close === -1 ? text.length : close + 1;
    this.#parse(text.slice(from, end));
    return end;
  }
}
