/** A number of a row, such as an interface, by its name. */
export interface NamedNumber {
  readonly name: string;
  readonly value: number | bigint;
}

/** Numbers one by one, and all as the text of a JSON object. */
export interface NamedRows {
  readonly value: string;
  readonly rows: readonly NamedNumber[];
}

/** Returns numbers by their names; of equal names the last one counts; null: no numbers. */
export function nameRows(numbers: Iterable<NamedNumber>): NamedRows | null {
  const byName = new Map<string, NamedNumber>();
  for (const one of numbers) byName.set(one.name, one);
  const rows = [...byName.values()];
  return rows.length === 0 ? null : { value: formatRows(rows), rows };
}

/** Returns values by name as the text of a JSON object; integers of 64 bits stay exact. */
export function formatRows(
  rows: readonly { readonly name: string; readonly value: number | bigint | string | null }[],
): string {
  const members = rows.map(({ name, value }) => {
    const text = typeof value === 'bigint' ? value : JSON.stringify(value);
    return `${JSON.stringify(name)}:${text}`;
  });
  return `{${members.join(',')}}`;
}
