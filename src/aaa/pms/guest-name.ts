/*
 * Names as guests type them and as hotel systems have them: without regard to case, accents, blanks and hyphens, and to
 * whether an umlaut is written with an e.
 */

/** Letters that Unicode does not decompose. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'a',
  œ: 'o',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
  ŋ: 'n',
};

/** Returns a name as it is compared; empty if it has no letter. */
export function foldName(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[ßæœøđðłþıħŋ]/g, (letter) => plainLetters[letter] ?? letter)
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replaceAll(/([aou])e/g, '$1');
}

interface GuestNames {
  /** As the hotel system has it: `Müller`, or with the first name after a comma. */
  readonly lastName: string;
  readonly firstName: string | null;
}

/** True if a guest of these names would type the text as its last name, or as its whole name. */
export function isNamed({ lastName, firstName }: GuestNames, typed: string): boolean {
  const wanted = foldName(typed);
  if (wanted === '') return false;
  const [family = lastName, given = firstName ?? ''] = lastName.split(',');
  const [own, first] = [foldName(family), foldName(given)];
  return own !== '' && [own, first + own, own + first].includes(wanted);
}

/** Returns a room as it is compared: `0504`, `504 ` and `504` are the same. */
export function roomKey(room: string): string {
  const plain = room.normalize('NFKC').toUpperCase().replaceAll(/\s/g, '');
  return plain.replace(/^0+(?=.)/, '');
}
