/** What went wrong with a request, in the words of the API. */
export class Problem extends Error {
  /** HTTP status; 0: the gateway did not answer. */
  readonly status: number;
  /** Messages by field, nested fields joined by a full stop. */
  readonly fields: ReadonlyMap<string, readonly string[]>;
  readonly requestId: string | null;

  constructor(reply: {
    readonly status: number;
    readonly body: unknown;
    readonly requestId: string | null;
  }) {
    const fields = messagesIn(reply.body);
    super(summaryOf(fields, reply.status));
    this.status = reply.status;
    this.fields = fields;
    this.requestId = reply.requestId;
  }
}

/** True if a value is an object with keys. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the text of a value, and the empty text where it has none. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return value === null || value === undefined ? '' : JSON.stringify(value);
}

const general = ['detail', 'non_field_errors'];

function summaryOf(fields: ReadonlyMap<string, readonly string[]>, status: number): string {
  for (const name of general) {
    const found = fields.get(name);
    if (found) return found.join(' ');
  }
  const [first] = fields;
  if (first) return `${first[0]}: ${first[1].join(' ')}`;
  return status === 0 ? 'The gateway does not answer.' : `The gateway answered ${status}.`;
}

function messagesIn(body: unknown, prefix = ''): Map<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  if (!isRecord(body)) return found;
  for (const [key, value] of Object.entries(body)) {
    const name = `${prefix}${key}`;
    if (typeof value === 'string') found.set(name, [value]);
    else if (Array.isArray(value) && value.every((one) => typeof one === 'string'))
      found.set(name, value);
    else for (const [nested, texts] of messagesIn(value, `${name}.`)) found.set(nested, texts);
  }
  return found;
}
