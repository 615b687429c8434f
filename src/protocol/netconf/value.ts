import type { Command } from './command.ts';
import { elementsAt, serializeXmlInTurns, textsAt, textsInTurns, type XmlElement } from './xml.ts';

/** A value of a reply; of a list with names also its numbers one by one. */
export interface ReplyValue {
  readonly value: string;
  readonly rows?: readonly { readonly name: string; readonly value: number }[];
}

/**
 * Returns the value of a command in the reply to its rpc; several values, as in a list, are joined by line feeds, added up or
 * named. null: the reply has none there
 */
export async function replyValue(
  { path = '', as, sum, rows }: Command,
  reply: XmlElement,
): Promise<ReplyValue | null> {
  if (rows !== undefined) return namedValues(elementsAt(reply, path), rows);
  const texts =
    as === 'xml'
      ? [await serializeXmlInTurns(elementsAt(reply, path))].filter(Boolean)
      : await textsInTurns(reply, path);
  if (texts.length === 0) return null;
  return { value: sum === true ? sumOf(texts) : texts.join('\n') };
}

/** Returns the sum of numbers; a text that is none makes NaN, which no number of a parameter is. */
function sumOf(texts: readonly string[]): string {
  return String(texts.reduce((sum, text) => sum + (text === '' ? Number.NaN : Number(text)), 0));
}

/** Returns the entries that have a number, by their names. */
function namedValues(
  entries: Iterable<XmlElement>,
  paths: { readonly name: string; readonly value: string },
): ReplyValue | null {
  const rows = [...entries].flatMap((entry) => {
    const [name] = textsAt(entry, paths.name);
    const [text = ''] = textsAt(entry, paths.value);
    const value = Number(text);
    return name === undefined || text === '' || !Number.isFinite(value) ? [] : [{ name, value }];
  });
  if (rows.length === 0) return null;
  const members = rows.map(({ name, value }) => `${JSON.stringify(name)}:${value}`);
  return { value: `{${members.join(',')}}`, rows };
}
