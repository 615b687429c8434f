/** Splits a list into parts of at most `size`, in order; an empty list gives no parts. */
export function splitList<T>(values: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(values.length / size) }, (_, index) =>
    values.slice(index * size, (index + 1) * size),
  );
}
