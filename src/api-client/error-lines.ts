/**
 * Returns what the gateway says of a refused request, a line for each field; for a list of objects, with its row.
 *
 * @param body  body of the reply
 */
export function errorLines(body: string): readonly string[] {
  let content: unknown;
  try {
    content = JSON.parse(body);
  } catch {
    return [body.slice(0, 500)];
  }
  if (!Array.isArray(content)) return linesOf(content, '');
  return content.flatMap((errors: unknown, position) => linesOf(errors, `row ${position + 1}: `));
}

function linesOf(errors: unknown, place: string): readonly string[] {
  if (typeof errors !== 'object' || errors === null) return [`${place}${String(errors)}`];
  return Object.entries(errors).flatMap(([field, messages]: [string, unknown]) => {
    const isWhole = field === 'detail' || field === 'non_field_errors';
    const before = isWhole ? place : `${place}${field}: `;
    return [messages].flat().map((message) => `${before}${textOf(message)}`);
  });
}

function textOf(message: unknown): string {
  return typeof message === 'string' ? message : JSON.stringify(message);
}
