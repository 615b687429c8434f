import type { FastifyInstance } from 'fastify';
import { isRecord } from '../../contract/fields.ts';
import type { Resource } from '../../contract/resource.ts';
import type { Store } from '../../store/store.ts';
import type { Vault } from '../../store/vault.ts';
import { findPasswordColumns } from '../../aaa/account/user-lookup.ts';
import { isSameValue, storedForm } from '../object/field-value.ts';
import { findReference } from './find-reference.ts';
import { isPasswordKept } from './kept-password.ts';
import { references, type SourceObject, type SourceReference } from './source-object.ts';

/** Result of a row. */
export interface ImportResult {
  readonly outcome: 'made' | 'changed' | 'same' | 'refused';
  /** `user alice`. */
  readonly title: string;
  /** The changed fields, or the reason of a refusal. */
  readonly detail: string;
  readonly notes: readonly string[];
}

interface ImporterContext {
  /** Serves both APIs. */
  readonly app: FastifyInstance;
  readonly store: Store;
  readonly vault: Vault;
  /** The resources of both APIs. */
  readonly resources: readonly Resource[];
  /** The organization of objects without one. */
  readonly organization: number;
  /** Returns whether a request has reached the store, and forgets it; null: the import writes. */
  readonly takeDryWrite: (() => boolean) | null;
}

type Body = Readonly<Record<string, unknown>>;

/** Creates and changes objects by requests to the API, so that all of its rules hold. */
export class Importer {
  readonly #context: ImporterContext;
  /** Ids of objects that others refer to, by field, organization and name. */
  readonly #ids = new Map<string, number>();
  /** Objects that a dry run would have created, by table and name. */
  readonly #wouldBeMade = new Set<string>();

  constructor(context: ImporterContext) {
    this.#context = context;
  }

  /** Creates an object, or changes the fields that differ. A refused object leaves the store unchanged. */
  async apply(object: SourceObject): Promise<ImportResult> {
    const { resource, name, notes, refusal } = object;
    const result = { title: `${resource} ${name}`, detail: '', notes };
    const refuse = (detail: string) => ({ ...result, outcome: 'refused' as const, detail });
    if (refusal !== null) return refuse(refusal);
    const before = await this.#find(object);
    const body = await this.#bodyOf(object, before);
    if (typeof body === 'string') return refuse(body);
    const changes = before ? this.#changesOf(resource, body, before) : body;
    if (before && Object.keys(changes).length === 0) return { ...result, outcome: 'same' };
    const written = before
      ? await this.#send('PATCH', `${collectionOf(resource)}${String(before['id'])}/`, changes)
      : await this.#send('POST', collectionOf(resource), changes);
    if (typeof written === 'string') return refuse(written);
    if (before) return { ...result, outcome: 'changed', detail: Object.keys(changes).join(', ') };
    this.#wouldBeMade.add(keyOfMade(resource, name));
    return { ...result, outcome: 'made' };
  }

  async #find({ resource, name, body }: SourceObject): Promise<Body | null> {
    if (resource === 'user') {
      const path = `${collectionOf(resource)}username/${encodeURIComponent(name)}/`;
      const found = await this.#send('GET', path, null);
      return typeof found === 'string' ? null : found;
    }
    for (const field of keys[resource]) {
      if (typeof body[field] !== 'string') continue;
      const query = { [lookups[field] ?? field]: body[field], ...this.#scopeOf(resource, body) };
      const found = await this.#search(pathOf(resource, query));
      if (found) return found;
    }
    return null;
  }

  #scopeOf(resource: SourceObject['resource'], body: Body): Body {
    return scoped.includes(resource) ? { organization: this.#organizationOf(body) } : {};
  }

  #organizationOf(body: Body): unknown {
    return body['organization'] ?? this.#context.organization;
  }

  async #search(path: string): Promise<Body | null> {
    const page = await this.#send('GET', path, null);
    const rows: unknown = typeof page === 'string' ? [] : page['results'];
    const [found] = Array.isArray(rows) ? rows.filter(isRecord) : [];
    return found ?? null;
  }

  /** @returns the id of the object that a field refers to, or an error message */
  async #idOf({ field, name }: SourceReference, body: Body): Promise<number | string> {
    const organization = this.#organizationOf(body);
    const key = JSON.stringify([field, organization, name]);
    const found =
      this.#ids.get(key) ??
      (await findReference(this.#context.store, references[field], { name, organization }));
    if (typeof found === 'number') this.#ids.set(key, found);
    return found;
  }

  /** @returns the body of the request, or an error message */
  async #bodyOf(object: SourceObject, before: Body | null): Promise<Body | string> {
    const whole = await this.#withReferences(object);
    if (typeof whole === 'string' || !before) return whole;
    const { organization } = whole;
    // User names are unique among all organizations: the found user may belong to another customer.
    if (organization !== undefined && organization !== before['organization'])
      return `organization: it exists already, in organization ${String(before['organization'])}`;
    if (object.resource === 'user') return this.#bodyOfStored(object.name, whole, before);
    // Fields that a reply does not show, such as secrets, are written only when the object is created.
    const shown = Object.entries(whole).filter(([field]) => field in before);
    return Object.fromEntries(
      object.resource === 'inventory_device'
        ? shown.map(([field, value]) => [field, mergeKeys(before[field], value)])
        : shown,
    );
  }

  async #withReferences({ body, references: links = [] }: SourceObject): Promise<Body | string> {
    const whole: Record<string, unknown> = { ...body };
    for (const link of links) {
      const id = await this.#idOf(link, body);
      if (typeof id === 'number') whole[link.field] = id;
      else if (!this.#isMadeByDryRun(link)) return `${link.field}: ${id}`;
    }
    return whole;
  }

  /** True for an object that the same run has before this one, which a dry run does not write. */
  #isMadeByDryRun({ field, name }: SourceReference): boolean {
    const { takeDryWrite } = this.#context;
    return takeDryWrite !== null && this.#wouldBeMade.has(keyOfMade(references[field].table, name));
  }

  async #bodyOfStored(name: string, body: Body, before: Body): Promise<Body | string> {
    if (before['role'] !== 'subscriber') return 'there is a user of this name with another role';
    const { store, vault } = this.#context;
    const stored = await findPasswordColumns(store, name);
    const isKept = !stored || isPasswordKept({ vault, ...stored }, body['password_hash']);
    return isKept ? without(body, 'password_hash') : body;
  }

  #changesOf(resource: SourceObject['resource'], body: Body, before: Body): Body {
    const { resources, vault } = this.#context;
    const of = resources.find(({ name }) => name === resource);
    const isChanged = ([field, value]: readonly [string, unknown]) => {
      const schema = of?.schema.properties[field];
      // A password hash is in no reply.
      if (!of || !schema) return true;
      return !isSameValue(schema, before[field], storedForm(of, { field, value }, vault).shown);
    };
    return Object.fromEntries(Object.entries(body).filter(isChanged));
  }

  /** @returns the body of the reply, or an error message if the request was refused */
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

function keyOfMade(table: string, name: string): string {
  return JSON.stringify([table, name]);
}

/** Fields that identify a stored object, the best first. */
const keys: Readonly<Record<Exclude<SourceObject['resource'], 'user'>, readonly string[]>> = {
  aaa_client: ['address'],
  aaa_profile: ['name'],
  inventory_device: ['serial_number', 'name'],
  location: ['name'],
  user_token: ['username'],
};

/** Resources whose keys are unique in an organization only. */
const scoped: readonly string[] = ['aaa_profile', 'inventory_device', 'location'];

/** Filters whose name differs from the name of the field. */
const lookups: Readonly<Record<string, string>> = { username: 'username__exact' };

function collectionOf(resource: SourceObject['resource']): string {
  return `/${resource.startsWith('inventory_') ? 'control' : 'gate'}/api/v1/${resource}/`;
}

function pathOf(resource: SourceObject['resource'], query: Body): string {
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

/** Keeps keys that the source lacks, since a request replaces the whole object. */
function mergeKeys(shown: unknown, given: unknown): unknown {
  return isRecord(shown) && isRecord(given) ? { ...shown, ...given } : given;
}
