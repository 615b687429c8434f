import { nameRows, type NamedNumber, type NamedRows } from '../named-rows.ts';
import type { Command } from './command.ts';
import { elementsAt, serializeXmlInTurns, textsAt, textsInTurns, type XmlElement } from './xml.ts';

/** A value of a reply; of a list with names also its numbers one by one. */
export type ReplyValue = Pick<NamedRows, 'value'> & Partial<NamedRows>;

/**
 * Returns the value of a command in the reply to its rpc; several values, as in a list, are joined by line feeds, added up or
 * named. null: no value there
 */
export async function replyValue(
  { path = '', as, sum, rows }: Command,
  reply: XmlElement,
): Promise<ReplyValue | null> {
  if (rows !== undefined) return nameRows(numbersOf(elementsAt(reply, path), rows));
  const texts =
    as === 'xml'
      ? [await serializeXmlInTurns(elementsAt(reply, path))].filter(Boolean)
      : await textsInTurns(reply, path);
  if (texts.length === 0) return null;
  return { value: sum === true ? sumOf(texts) : texts.join('\n') };
}

/** Returns the sum of numbers; any other text makes it NaN, which no parameter accepts. */
function sumOf(texts: readonly string[]): string {
  return String(texts.reduce((sum, text) => sum + (text === '' ? Number.NaN : Number(text)), 0));
}

/** Returns the numbers of the entries that have one. */
function numbersOf(
  entries: Iterable<XmlElement>,
  paths: { readonly name: string; readonly value: string },
): readonly NamedNumber[] {
  return [...entries].flatMap((entry) => {
    const [name] = textsAt(entry, paths.name);
    const [text = ''] = textsAt(entry, paths.value);
    const value = Number(text);
    return name === undefined || text === '' || !Number.isFinite(value) ? [] : [{ name, value }];
  });
}
