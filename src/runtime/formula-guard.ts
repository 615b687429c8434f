/**
 * Puts an apostrophe before text that a spreadsheet would take for a formula: names are typed by guests.
 * Text that looks guarded already gets another one, so that reading restores every text.
 *
 * @see https://owasp.org/www-community/attacks/CSV_Injection
 */
export function guardCell(text: string): string {
  return /^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

/** Returns the text of a cell that `guardCell` gave. */
export function unguardCell(cell: string): string {
  return /^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell;
}
