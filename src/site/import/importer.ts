import type { FastifyInstance } from 'fastify';
import { isRecord } from '../../contract/fields.ts';
import {
  mayBeNamed,
  namesOf,
  type DesiredObject,
  type NamedObject,
  type NamedResource,
} from './desired-object.ts';
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
  /** Serves both APIs. */
  readonly app: FastifyInstance;
  /** The organization of objects that name none. */
  readonly organization: number;
  /** Returns whether a request has reached the store, and forgets it; null: the import writes. */
  readonly takeDryWrite: (() => boolean) | null;
  readonly readStoredUser: (name: string) => Promise<StoredUser | null>;
}

type Body = Readonly<Record<string, unknown>>;

/** Makes and changes objects by requests of the API, so that all of its rules hold. */
export class Importer {
  readonly #context: ImporterContext;
  /** Ids of objects that others refer to, by `pathOf` a search for their name. */
  readonly #ids = new Map<string, number>();

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
      ? await this.#send('PATCH', `${collectionOf(resource)}${String(before['id'])}/`, changes)
      : await this.#send('POST', collectionOf(resource), changes);
    if (typeof written === 'string') return refuse(written);
    if (before) return { ...result, outcome: 'changed', detail: Object.keys(changes).join(', ') };
    return { ...result, outcome: 'made' };
  }

  async #find({ resource, name, body }: DesiredObject): Promise<Body | null> {
    if (resource === 'user') {
      const path = `${collectionOf(resource)}username/${encodeURIComponent(name)}/`;
      const found = await this.#send('GET', path, null);
      return typeof found === 'string' ? null : found;
    }
    if (mayBeNamed(resource)) return this.#search(this.#searchByName(resource, name, body));
    const search = keys[resource].filter((field) => typeof body[field] === 'string');
    for (const field of search) {
      const query = { [lookups[field] ?? field]: body[field], ...this.#scopeOf(resource, body) };
      const found = await this.#search(pathOf(resource, query));
      if (found) return found;
    }
    return null;
  }

  #searchByName(resource: NamedResource, name: string, body: Body): string {
    return pathOf(resource, { [namesOf(resource)]: name, ...this.#scopeOf(resource, body) });
  }

  /** Names of devices and locations are unique in an organization only. */
  #scopeOf(resource: DesiredObject['resource'], body: Body): Body {
    const isScoped = resource === 'inventory_device' || resource === 'location';
    return isScoped ? { organization: body['organization'] ?? this.#context.organization } : {};
  }

  async #search(path: string): Promise<Body | null> {
    const page = await this.#send('GET', path, null);
    const rows: unknown = typeof page === 'string' ? [] : page['results'];
    const [found] = Array.isArray(rows) ? rows.filter(isRecord) : [];
    return found ?? null;
  }

  /** Returns the id of an object by its name; undefined: there is none. */
  async #idOf({ resource, name }: NamedObject, body: Body): Promise<number | undefined> {
    const path = this.#searchByName(resource, name, body);
    const known = this.#ids.get(path) ?? (await this.#search(path))?.['id'];
    if (typeof known !== 'number') return undefined;
    this.#ids.set(path, known);
    return known;
  }

  /** @returns a text: why the object cannot be made */
  async #bodyOf(desired: DesiredObject, before: Body | null): Promise<Body | string> {
    const whole = await this.#withReferences(desired);
    if (typeof whole === 'string' || !before) return whole;
    const { organization } = whole;
    // Names of users are unique among all organizations: the one that was found may be of another customer.
    if (organization !== undefined && organization !== before['organization'])
      return `organization: there is one already, in organization ${String(before['organization'])}`;
    if (desired.resource === 'user') return this.#bodyOfStored(desired.name, whole, before);
    // What a reply does not show, such as a secret, is written when the object is made, and only then.
    const shown = Object.entries(whole).filter(([field]) => field in before);
    return Object.fromEntries(
      desired.resource === 'inventory_device'
        ? shown.map(([field, value]) => [field, mergeKeys(before[field], value)])
        : shown,
    );
  }

  async #withReferences({ body, references = [] }: DesiredObject): Promise<Body | string> {
    const whole: Record<string, unknown> = { ...body };
    for (const reference of references) {
      const id = await this.#idOf(reference, body);
      if (id !== undefined) whole[reference.field] = id;
      // A dry run has not made it.
      else if (!this.#context.takeDryWrite || reference.field === 'type')
        return `${reference.field}: there is no ${reference.resource} "${reference.name}"`;
    }
    return whole;
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
      url: path,
      headers: { authorization: 'Bearer import' },
      ...(body && { payload: body }),
    });
    if (takeDryWrite?.()) return {};
    const parsed: unknown = reply.body === '' ? {} : JSON.parse(reply.body);
    const fields = isRecord(parsed) ? parsed : {};
    return reply.statusCode < 300 ? fields : describeFaults(fields);
  }
}

/** Fields by which an object of the source is found again, the best first. */
const keys: Readonly<
  Record<Exclude<DesiredObject['resource'], NamedResource | 'user'>, readonly string[]>
> = {
  aaa_client: ['address'],
  inventory_device: ['serial_number', 'name'],
  user_token: ['username'],
};

/** Filters that are not called like their field. */
const lookups: Readonly<Record<string, string>> = { username: 'username__exact' };

function collectionOf(resource: DesiredObject['resource']): string {
  return `/${resource.startsWith('inventory_') ? 'control' : 'gate'}/api/v1/${resource}/`;
}

function pathOf(resource: DesiredObject['resource'], query: Body): string {
  const parameters = Object.entries(query).map(
    ([name, value]) => `${name}=${encodeURIComponent(String(value))}`,
  );
  return `${collectionOf(resource)}?${parameters.join('&')}`;
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

/** Keeps the keys of an object that a source does not have: a request replaces the whole. */
function mergeKeys(shown: unknown, wanted: unknown): unknown {
  return isRecord(shown) && isRecord(wanted) ? { ...shown, ...wanted } : wanted;
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
