import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { isMap, isScalar, parse, parseDocument, type YAMLMap } from 'yaml';
import { isRecord } from '../contract/fields.ts';

/**
 * Returns the keys of a configuration file that the shipped one has not, or has with another value, as YAML with the comments above
 * them.
 *
 * @throws Error if a file cannot be read, or if the edited one is not YAML with keys and values
 */
export async function changedKeys(edited: string, shipped: string): Promise<string> {
  const document = parseDocument(await readFile(edited, 'utf8'));
  const [error] = document.errors;
  if (error) throw new Error(`${edited}: ${error.message}`);
  if (!isMap(document.contents)) throw new Error(`${edited}: expected keys and values`);
  keepChanged(document.contents, parse(await readFile(shipped, 'utf8')));
  document.commentBefore = null;
  return document.contents.items.length === 0 ? '' : document.toString().trimEnd();
}

function keepChanged(map: YAMLMap, shipped: unknown): void {
  const former = isRecord(shipped) ? shipped : {};
  map.items = map.items.filter(({ key, value }) => {
    const before = isScalar(key) ? former[String(key.value)] : undefined;
    if (!isMap(value))
      return !isDeepStrictEqual(isScalar(value) ? value.value : toPlain(value), before);
    keepChanged(value, before);
    return value.items.length > 0;
  });
}

/** Returns the value of a node that is no mapping and no scalar: a list, or a key without a value. */
function toPlain(node: unknown): unknown {
  return node === null ? null : JSON.parse(JSON.stringify(node));
}
