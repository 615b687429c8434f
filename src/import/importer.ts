import type { FastifyInstance } from 'fastify';
import { isRecord } from '../fields.ts';
import type { DesiredObject } from './freeradius-objects.ts';
import { isPasswordKept, type StoredUser } from './kept-password.ts';

/** What became of a row. */
export interface ImportResult {
  readonly outcome: 'made' | 'changed' | 'same' | 'refused';
  /** `user alice`. */
  readonly title: string;
  /** The fields that changed, or why it was refused. */
  readonly detail: string;
  readonly notes: readonly string[];
}

interface ImporterContext {
  /** Serves the API of access control. */
  readonly app: FastifyInstance;
  /** Returns whether a request has reached the store, and forgets it; null: the import writes. */
  readonly takeDryWrite: (() => boolean) | null;
  readonly readStoredUser: (name: string) => Promise<StoredUser | null>;
}

type Body = Readonly<Record<string, unknown>>;

/** Makes and changes objects by requests of the API, so that all of its rules hold. */
export class Importer {
  readonly #context: ImporterContext;
  /** Ids of profiles by name. */
  readonly #profiles = new Map<string, number>();

  constructor(context: ImporterContext) {
    this.#context = context;
  }

  /** Makes an object, or changes it where it differs. One that is refused leaves nothing behind. */
  async apply(desired: DesiredObject): Promise<ImportResult> {
    const { resource, name, notes, refusal } = desired;
    const result = { title: `${resource} ${name}`, detail: '', notes };
    const refuse = (detail: string) => ({ ...result, outcome: 'refused' as const, detail });
    if (refusal !== null) return refuse(refusal);
    const before = await this.#find(desired);
    const body = await this.#bodyOf(desired, before);
    if (typeof body === 'string') return refuse(body);
    const changes = before ? changedFields(body, before) : body;
    if (before && Object.keys(changes).length === 0) return { ...result, outcome: 'same' };
    const written = before
      ? await this.#send('PATCH', `/${resource}/${String(before['id'])}/`, changes)
      : await this.#send('POST', `/${resource}/`, changes);
    if (typeof written === 'string') return refuse(written);
    if (before) return { ...result, outcome: 'changed', detail: Object.keys(changes).join(', ') };
    this.#remember(desired, written);
    return { ...result, outcome: 'made' };
  }

  #remember({ resource, name }: DesiredObject, { id }: Body): void {
    if (resource === 'aaa_profile' && typeof id === 'number') this.#profiles.set(name, id);
  }

  async #find(desired: DesiredObject): Promise<Body | null> {
    const { resource, name, body } = desired;
    if (resource === 'user') {
      const found = await this.#send('GET', `/user/username/${encodeURIComponent(name)}/`, null);
      return typeof found === 'string' ? null : found;
    }
    const [key, value] = resource === 'aaa_client' ? ['address', body['address']] : ['name', name];
    const page = await this.#send(
      'GET',
      `/${resource}/?${key}=${encodeURIComponent(String(value))}`,
      null,
    );
    const rows: unknown = typeof page === 'string' ? [] : page['results'];
    const [found] = Array.isArray(rows) ? rows.filter(isRecord) : [];
    if (found) this.#remember(desired, found);
    return found ?? null;
  }

  /** @returns a text: why the object cannot be made */
  async #bodyOf(
    { resource, name, body, profile }: DesiredObject,
    before: Body | null,
  ): Promise<Body | string> {
    if (resource === 'aaa_client' && before) return without(body, 'secret');
    if (resource !== 'user') return body;
    const id = profile === undefined ? null : this.#profiles.get(profile);
    if (id === undefined && !this.#context.takeDryWrite)
      return `profile ${profile ?? ''} was not made`;
    const whole = id === undefined ? body : { ...body, profile: id };
    return before ? this.#bodyOfStored(name, whole, before) : whole;
  }

  async #bodyOfStored(name: string, body: Body, before: Body): Promise<Body | string> {
    if (before['role'] !== 'subscriber') return 'there is a user of this name with another role';
    const stored = await this.#context.readStoredUser(name);
    const isKept = stored === null || isPasswordKept(stored, body['password_hash']);
    return isKept ? without(body, 'password_hash') : body;
  }

  /** @returns the body of the reply; a text: why the request was refused */
  async #send(
    method: 'GET' | 'POST' | 'PATCH',
    path: string,
    body: Body | null,
  ): Promise<Body | string> {
    const { app, takeDryWrite } = this.#context;
    const reply = await app.inject({
      method,
      url: `/gate/api/v1${path}`,
      headers: { authorization: 'Bearer import' },
      ...(body && { payload: body }),
    });
    if (takeDryWrite?.()) return {};
    const parsed: unknown = reply.body === '' ? {} : JSON.parse(reply.body);
    const fields = isRecord(parsed) ? parsed : {};
    return reply.statusCode < 300 ? fields : describeFaults(fields);
  }
}

function without(body: Body, field: string): Body {
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== field));
}

function describeFaults(fields: Body): string {
  return Object.entries(fields)
    .map(([field, messages]) => {
      const text = Array.isArray(messages) ? messages.join(' ') : String(messages);
      return field === 'detail' ? text : `${field}: ${text}`;
    })
    .join('; ');
}

function changedFields(body: Body, before: Body): Body {
  return Object.fromEntries(
    Object.entries(body).filter(([field, value]) => !isEqual(value, before[field])),
  );
}

/** Compares values as the API shows them; the positions in lists of attributes are its own. */
function isEqual(wanted: unknown, shown: unknown): boolean {
  return canonical(wanted) === canonical(shown);
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (!isRecord(value)) return JSON.stringify(value);
  const fields = Object.entries(value).filter(([field]) => field !== 'id');
  return `{${fields
    .map(([field, one]) => `${field}:${canonical(one)}`)
    .sort()
    .join(',')}}`;
}
