/* Separate from `fields.ts`: the threads of the store need this function without the schemas, which take megabytes. */

/** Folds a text for a search without regard to case, in any script: `ü` and `Ü`, composed or not, are the same. */
export function foldText(text: string): string {
  return text.normalize('NFC').toUpperCase();
}
