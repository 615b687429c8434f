/** Digits of a number with its country (ITU-T E.164). */
const minDigits = 8;
const maxDigits = 15;

/**
 * Reads a telephone number as a guest types it.
 *
 * @returns  `+` and digits; null: it is none, or lacks the code of its country
 */
export function readPhoneNumber(text: string): string | null {
  const plain = text.replaceAll(/[\s()./-]/g, '').replace(/^00/, '+');
  const digits = /^\+([1-9]\d*)$/.exec(plain)?.[1] ?? '';
  return digits.length >= minDigits && digits.length <= maxDigits ? `+${digits}` : null;
}

/** True if a number begins with one of some prefixes such as `+43`; without prefixes, always. */
export function hasPrefix(number: string, prefixes: readonly string[] | undefined): boolean {
  if (prefixes === undefined || prefixes.length === 0) return true;
  return prefixes.some((prefix) => number.startsWith(prefix));
}
