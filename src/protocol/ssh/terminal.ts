/** Longest line that is kept; the rest of the line is dropped. */
const maxLineLength = 65_536;
const escape = '\u001b';

/*
 * The output of a device, in pieces: escape sequences (ECMA-48: CSI, OSC and others), a sequence cut by a packet, line ends and
 * other control characters, and everything else.
 */
const cutSequence = String.raw`\u001b(?:\[[0-?]{0,64}[ -/]{0,8}|\][^\u0007\u001b]{0,256}\u001b?|[ -/]{0,8})$`;
const pieces = new RegExp(
  [
    cutSequence,
    String.raw`\u001b\[[0-?]*[ -/]*[@-~]`,
    String.raw`\u001b\][^\u0007\u001b]{0,256}(?:\u0007|\u001b\\)`,
    String.raw`\u001b[ -/]*[0-Z\\^-~]`,
    String.raw`\r\n`,
    String.raw`[\u0000-\u001f\u007f-\u009f]`,
    String.raw`[^\u0000-\u001f\u007f-\u009f]+`,
  ].join('|'),
  'gu',
);
const cut = new RegExp(`^${cutSequence}`, 'u');
/** Matches a next line or an index: the cursor goes to the next row. */
const lineSequence = /^.[ED]$/u;
const cursorSequence = /^.\[([0-?]*)[ -/]*([@-~])$/u;

/**
 * Text that a terminal would show: without escape sequences and control characters, with the line as it stands after
 * carriage returns, backspaces and erasures. Trailing blanks of a line are dropped.
 */
export class TerminalText {
  readonly #maxLength: number;
  #lines: string[] = [];
  /** Characters in the complete lines. */
  #length = 0;
  #line = '';
  #column = 0;
  #incomplete = '';
  #isFull = false;
  /** Row of the line, where the device has set it; null: unknown. */
  #row: number | null = null;
  /** True: the cursor has left the row of the line, which ends with the next character. */
  #hasLeft = false;

  /** @param maxLength  limit in characters; more is dropped */
  constructor(maxLength: number) {
    this.#maxLength = maxLength;
  }

  /** The last line, which has no end yet. */
  get lastLine(): string {
    return this.#line.trimEnd();
  }

  /** The last line with its trailing blanks, which is where a prompt stands. */
  get promptLine(): string {
    return this.#line;
  }

  /** True if text was dropped. */
  get isFull(): boolean {
    return this.#isFull;
  }

  /** Returns the complete lines, and the last one. */
  text(): string {
    return [...this.#lines, this.lastLine].join('\n');
  }

  /** Returns the complete lines alone. */
  completeText(): string {
    return this.#lines.join('\n');
  }

  /** Returns the last line that is not empty. */
  lastWords(): string {
    return [this.lastLine, ...this.#lines.toReversed()].find((line) => line !== '') ?? '';
  }

  /**
   * Drops the last complete line that is wanted with all lines after it.
   *
   * @returns the line; null if no line is wanted
   */
  dropFrom(isWanted: (line: string) => boolean): string | null {
    const at = this.#lines.findLastIndex(isWanted);
    const line = this.#lines[at];
    if (line === undefined) return null;
    this.#lines = this.#lines.slice(0, at);
    this.clearLine();
    return line;
  }

  /** Forgets everything. */
  clear(): void {
    this.#lines = [];
    this.#length = 0;
    this.#isFull = false;
    this.#incomplete = '';
    this.clearLine();
  }

  /** Forgets the last line. */
  clearLine(): void {
    this.#line = '';
    this.#column = 0;
    this.#row = null;
    this.#hasLeft = false;
  }

  /** Completes the last line. */
  endLine(): void {
    const line = this.lastLine;
    this.clearLine();
    if (this.#length + line.length > this.#maxLength) this.#isFull = true;
    if (this.#isFull) return;
    this.#lines.push(line);
    this.#length += line.length + 1;
  }

  /** Appends output of the device. */
  write(part: string): void {
    const text = this.#incomplete + part;
    this.#incomplete = '';
    for (const [piece] of text.matchAll(pieces)) this.#apply(piece);
  }

  #apply(piece: string): void {
    if (piece.startsWith(escape)) this.#applySequence(piece);
    else if (piece === '\r\n' || /^[\n\v\f]$/.test(piece)) this.endLine();
    else if (piece === '\r') this.#column = 0;
    else if (piece === '\b') this.#column = Math.max(0, this.#column - 1);
    else if (piece === '\t' || piece > '\u009f' || (piece >= ' ' && piece < '\u007f'))
      this.#put(piece);
  }

  #put(text: string): void {
    if (this.#hasLeft) {
      const column = this.#column;
      this.endLine();
      this.#column = column;
    }
    const room = maxLineLength - this.#column;
    const shown = text.slice(0, room);
    this.#isFull ||= shown.length < text.length;
    const before = this.#line.slice(0, this.#column).padEnd(this.#column);
    this.#column += shown.length;
    this.#line = before + shown + this.#line.slice(this.#column);
  }

  #applySequence(sequence: string): void {
    const [, parameter = '', final] = cursorSequence.exec(sequence) ?? [];
    if (final === undefined) {
      this.#applyOther(sequence);
      return;
    }
    const count = Math.max(1, Number.parseInt(parameter, 10) || 1);
    if (final === 'K' || final === 'J') this.#erase(parameter);
    else if (final === 'H' || final === 'f') this.#moveTo(parameter);
    else this.#column = columnAfter(final, count, this.#column);
  }

  /** Applies a sequence that moves no cursor within its line: one that is cut, or that ends the line. */
  #applyOther(sequence: string): void {
    if (cut.test(sequence)) this.#incomplete = sequence;
    else if (lineSequence.test(sequence)) this.endLine();
  }

  /**
   * Moves the cursor to a row and column. Devices place it around a prompt that stays as it is, so the line ends only where text
   * follows on another row.
   */
  #moveTo(parameter: string): void {
    const [row = 1, column = 1] = parameter.split(';').map((one) => Number.parseInt(one, 10) || 1);
    this.#hasLeft = this.#line !== '' && this.#row !== row;
    if (!this.#hasLeft) this.#row = row;
    this.#column = Math.min(maxLineLength, column - 1);
  }

  /** Erases from the cursor to the end of the line (0), from its begin to the cursor (1), or all of it (2). */
  #erase(parameter: string): void {
    if (this.#hasLeft) return;
    if (parameter === '2') this.#line = '';
    else if (parameter === '1')
      this.#line = ' '.repeat(this.#column) + this.#line.slice(this.#column);
    else this.#line = this.#line.slice(0, this.#column);
  }
}

/** Returns the column after a movement of the cursor within its line. */
function columnAfter(final: string, count: number, column: number): number {
  if (final === 'D') return Math.max(0, column - count);
  if (final === 'C') return Math.min(maxLineLength, column + count);
  return final === 'G' ? Math.min(maxLineLength, count - 1) : column;
}

/** Returns the output of a device without the echo of the line that was sent. */
export function outputOf(text: string, echo: string | null): string {
  if (!echo) return text;
  const rest = text.slice(echoEnd(text, echo));
  return rest.startsWith('\n') ? rest.slice(1) : rest;
}

/** Returns the offset of the end of a line's echo in the output, even if the device wrapped it; 0: no echo. */
export function echoEnd(text: string, echo: string): number {
  const whole = text.indexOf(echo);
  if (whole >= 0) return whole + echo.length;
  let at = 0;
  for (const character of echo.replaceAll(/\s/g, '')) {
    while (/\s/.test(text.charAt(at))) at += 1;
    if (!text.startsWith(character, at)) return 0;
    at += character.length;
  }
  return at;
}
