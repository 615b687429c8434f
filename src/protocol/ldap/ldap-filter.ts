/**
 * Puts values into a filter (RFC 4515) with placeholders such as `(uid={username})`, so that each stays one value.
 *
 * @param values  by placeholder
 */
export function fillFilter(template: string, values: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = values[name];
    return value === undefined ? placeholder : escapeValue(value);
  });
}

/** Escapes a value of a filter (RFC 4515 section 3). */
function escapeValue(value: string): string {
  return value.replaceAll(
    /[\\*()\0]/g,
    (character) => `\\${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
}

/** Returns what is wrong with a filter with placeholders; null: nothing. */
export async function faultOfFilter(
  template: string,
  placeholders: readonly string[],
): Promise<string | null> {
  if (!placeholders.some((name) => template.includes(`{${name}}`)))
    return `has no ${placeholders.map((name) => `{${name}}`).join(' or ')}`;
  if (!isBalanced(template)) return 'has a bracket without its other one';
  const { FilterParser } = await import('ldapts');
  try {
    FilterParser.parseString(fillFilter(template, { username: 'x', dn: 'x' }));
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** ldapts ends a filter by itself whose last bracket is missing. */
function isBalanced(template: string): boolean {
  let depth = 0;
  for (const bracket of template.matchAll(/[()]/g)) {
    depth += bracket[0] === '(' ? 1 : -1;
    if (depth < 0) return false;
  }
  return depth === 0;
}
