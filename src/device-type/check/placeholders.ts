const placeholder = /\{\{ *\w+ *\}\}/g;

/** Returns the placeholders in the texts and keys of a value, each once, as they are written. */
export function placeholdersIn(value: unknown): readonly string[] {
  return [...new Set(textsIn(value).flatMap((text) => text.match(placeholder) ?? []))];
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...textsIn(inner)]);
}

/** Returns how a command names a value. */
export function placeholderOf(name: string): string {
  return `{{ ${name} }}`;
}

/**
 * Finds the placeholders that would reach the device as they are.
 *
 * @param names  of the values that are put into the command
 * @returns      why each is a fault
 */
export function findUnfilled(command: unknown, names: readonly string[]): readonly string[] {
  const filled = names.map(placeholderOf);
  const known = filled.length === 0 ? '' : `; there is ${filled.join(', ')}`;
  return placeholdersIn(command)
    .filter((found) => !filled.includes(found))
    .map((found) => `no value replaces ${found}${known}`);
}
