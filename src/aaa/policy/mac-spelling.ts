/** Lists the spellings of a MAC address that vendors use. @param mac  canonical */
export function macSpellings(mac: string): readonly string[] {
  const digits = mac.replaceAll(':', '');
  const grouped = (size: number, separator: string) =>
    digits.match(new RegExp(`.{${size}}`, 'g'))?.join(separator) ?? digits;
  const upper = [mac, grouped(2, '-'), digits, grouped(4, '.'), grouped(4, '-'), grouped(6, '-')];
  return upper.flatMap((spelling) => [spelling, spelling.toLowerCase()]);
}
