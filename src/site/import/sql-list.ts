/*
 * Lists of SQL text: the values of INSERT, and the columns of CREATE TABLE. Each is read in one pass, so the time grows with the
 * length of the text alone.
 */

/** A value of SQL: text and numbers as text, NULL as null. */
export type SqlValue = string | null;

/** Characters of one value; those of FreeRADIUS have some hundred. */
const maxValue = 1_048_576;
/** Values of one row. */
const maxValues = 1000;

/** Returns the text of a value. @throws Error if it is too long */
export function checkLength(text: string): string {
  if (text.length > maxValue) throw new Error('a value is longer than 1 MiB');
  return text;
}

/** Reads the tuples of `VALUES (…), (…);`. @param hasEscapes  a backslash escapes in a text, as in MariaDB */
export function* readTuples(
  text: string,
  { hasEscapes }: { readonly hasEscapes: boolean },
): Iterable<readonly SqlValue[]> {
  const reader = new SqlReader(text, hasEscapes);
  while (reader.skipTo('(')) {
    const values: SqlValue[] = [];
    do values.push(reader.readValue());
    while (reader.take(',') && values.length < maxValues);
    if (!reader.take(')')) throw new Error('a row of INSERT does not end');
    yield values;
  }
}

/** Returns the parts of a list up to the bracket that closes it; commas within brackets and quotes are no separators. */
export function splitDefinitions(text: string): readonly string[] {
  const reader = new SqlReader(text, false);
  const parts: string[] = [];
  do parts.push(reader.readExpression().trim());
  while (reader.take(','));
  return parts.filter((part) => part !== '');
}

const closing: ReadonlySet<string> = new Set([',', ')', ';']);

class SqlReader {
  readonly #text: string;
  readonly #hasEscapes: boolean;
  #at = 0;

  constructor(text: string, hasEscapes: boolean) {
    this.#text = text;
    this.#hasEscapes = hasEscapes;
  }

  /** Goes behind the next sign. @returns false: there is none */
  skipTo(sign: string): boolean {
    const found = this.#text.indexOf(sign, this.#at);
    if (found < 0) return false;
    this.#at = found + 1;
    return true;
  }

  take(sign: string): boolean {
    this.#skipSpace();
    if (this.#text[this.#at] !== sign) return false;
    this.#at += 1;
    return true;
  }

  /** Reads a text, with the prefix and the cast that PostgreSQL writes, or an expression. */
  readValue(): SqlValue {
    this.#skipSpace();
    prefix.lastIndex = this.#at;
    const [begin = '', sign = ''] = prefix.exec(this.#text) ?? [];
    if (begin === '') {
      const plain = checkLength(this.readExpression()).replace(cast, '').trim();
      return plain.toUpperCase() === 'NULL' ? null : plain;
    }
    const hasEscapes = this.#hasEscapes || /e/i.test(sign);
    const start = this.#at + begin.length;
    this.#at = this.#endOfQuoted(start - 1, hasEscapes);
    const inner = checkLength(this.#text.slice(start, this.#at - 1)).replaceAll("''", "'");
    // A cast stands behind the text.
    this.readExpression();
    return hasEscapes ? unescapeSql(inner) : inner;
  }

  /** Reads up to a comma, a bracket or a semicolon that closes it. */
  readExpression(): string {
    const start = this.#at;
    let depth = 0;
    for (; this.#at < this.#text.length; this.#at += 1) {
      const sign = this.#text.charAt(this.#at);
      if (depth === 0 && closing.has(sign)) break;
      if (sign === '(') depth += 1;
      else if (sign === ')') depth -= 1;
      else if (sign === "'" || sign === '"' || sign === '`')
        this.#at = this.#endOfQuoted(this.#at, this.#hasEscapes && sign !== '`') - 1;
    }
    return this.#text.slice(start, this.#at);
  }

  /** Returns the position behind a text in quotes; two quotes in it are one. */
  #endOfQuoted(start: number, hasEscapes: boolean): number {
    const quote = this.#text.charAt(start);
    for (let at = start + 1; at < this.#text.length; at += 1) {
      const sign = this.#text.charAt(at);
      if (sign === '\\' && hasEscapes) at += 1;
      else if (sign === quote && this.#text[at + 1] === quote) at += 1;
      else if (sign === quote) return at + 1;
    }
    throw new Error('a text in quotes does not end');
  }

  #skipSpace(): void {
    space.lastIndex = this.#at;
    this.#at += space.exec(this.#text)?.[0].length ?? 0;
  }
}

const space = /\s*/y;
/** The begin of a text: `'`, `E'` of PostgreSQL, `N'`, `_utf8mb4'` of MariaDB. */
const prefix = /(e|n|b|_\w+ ?)?'/iy;
const cast = /::[\s\S]*$/;

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  '0': '\0',
  Z: '\x1a',
};

/** Replaces the escapes of a text; `COPY` of PostgreSQL has them as well. */
export function unescapeSql(text: string): string {
  return text.replaceAll(/\\(.)/gs, (_, sign: string) => escapes[sign] ?? sign);
}
