import { t } from './texts.ts';

/** What went wrong with a request, in the words of the API. */
export class Problem extends Error {
  /** HTTP status; 0: the gateway did not answer. */
  readonly status: number;
  /** What is wrong with each field; the names of nested ones are joined by a full stop. */
  readonly fields: ReadonlyMap<string, string>;
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

/** Returns the rows of a list that an endpoint answers with; none if the reply has no such list. */
export function rowsIn(
  body: unknown,
  name = 'results',
): readonly Readonly<Record<string, unknown>>[] {
  const rows = isRecord(body) ? body[name] : null;
  return Array.isArray(rows) ? rows.filter(isRecord) : [];
}

/** Returns the text of a value, and the empty text where it has none. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return value === null || value === undefined ? '' : JSON.stringify(value);
}

const general = ['detail', 'non_field_errors'];

function summaryOf(fields: Problem['fields'], status: number): string {
  for (const name of general) {
    const found = fields.get(name);
    if (found !== undefined) return found;
  }
  const [first] = fields;
  if (first) return `${first[0]}: ${first[1]}`;
  return status === 0
    ? t('The gateway does not answer.')
    : t('The gateway answered {status}.', { status: String(status) });
}

function messagesIn(body: unknown, prefix = ''): Map<string, string> {
  const found = new Map<string, string>();
  if (!isRecord(body)) return found;
  for (const [key, value] of Object.entries(body)) {
    const name = `${prefix}${key}`;
    if (typeof value === 'string') found.set(name, value);
    else if (Array.isArray(value) && value.every((one) => typeof one === 'string'))
      found.set(name, value.join(' '));
    else for (const [nested, text] of messagesIn(value, `${name}.`)) found.set(nested, text);
  }
  return found;
}
