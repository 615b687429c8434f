import type { Static, TObject } from 'typebox';
import { Fault } from '../errors.ts';
import type { Gateway } from '../gateway.ts';
import type { Resource } from '../resource.ts';
import { toItem, toRow, type Row } from '../store/item.ts';
import type { Statement } from '../store/store.ts';
import { findUpTo, insert, remove, update, type Scope, type Selection } from '../store/table.ts';
import type { Caller } from './auth.ts';
import { collect } from './body.ts';
import { checkMatch } from './precondition.ts';
import { resolveReferences } from './reference.ts';

/** A resource, and on whose behalf it is worked on. */
export interface Access<T extends TObject = TObject> {
  readonly of: Resource<T>;
  readonly gateway: Gateway;
  readonly caller: Caller;
  /** Of a change or removal: the state that it is meant for. */
  readonly ifMatch?: string | null;
}

/** A column that names one row, and the wanted value. */
export type Key = readonly [column: string, value: unknown];

export function scopeOf(of: Resource, caller: Caller): Scope {
  return of.scope === 'shared' ? 'all' : caller.organizations;
}

/** @throws Fault `not_found` where there is none, or where it is not the caller's; `conflict` where a name fits several */
export async function find({ of, gateway, caller }: Access, key: Key): Promise<Row> {
  const [row, ...others] = await findUpTo(gateway.store, of, { ...one(of, caller, key), limit: 20 });
  if (!row) throw new Fault('not_found', 'Not found.');
  if (others.length === 0) return row;
  const ids = [row, ...others].map((candidate) => String(candidate[of.key]));
  throw new Fault('conflict', `${key[0]} ${JSON.stringify(key[1])} fits several: ${of.key} ${ids.join(', ')}`);
}

/** The item that a key names, as the API shows it. @throws as `find` */
export async function retrieve<T extends TObject>(access: Access<T>, key: Key): Promise<Static<T> & Row> {
  return toItem(access.of, await find(access, key));
}

export async function create(access: Access, body: Row): Promise<Row> {
  const fields = await newFields(access, body);
  const [written] = await access.gateway.store.write([insertion(access, fields)]).catch(duplicate(access.of, fields));
  return retrieve(access, [access.of.key, written?.rows[0]?.[access.of.key]]);
}

/**
 * All or nothing.
 *
 * @throws Fault `invalid` with an entry for each body, empty for the good ones
 */
export async function createAll(access: Access, bodies: readonly Row[]): Promise<Row[]> {
  const { of, gateway } = access;
  const all = await collect(bodies, (body) => newFields(access, body));
  const written = await gateway.store.write(all.map((fields) => insertion(access, fields))).catch((error: unknown) => {
    throw inItem(of, all, error);
  });
  return Promise.all(written.map(({ rows }) => retrieve(access, [of.key, rows[0]?.[of.key]])));
}

async function newFields(access: Access, body: Row): Promise<Row> {
  return resolveReferences(access.of, { ...access.of.initial, ...ownOrganization(access.of, access.caller), ...body }, access);
}

function insertion({ of, gateway }: Access, fields: Row): Statement {
  const now = gateway.now().getTime();
  const stamps = of.stamps ? { [of.stamps.created]: now, [of.stamps.changed]: now } : {};
  return insert(gateway.store, of, { ...toRow(of, fields, gateway.vault), ...stamps });
}

export async function change(access: Access, key: Key, body: Row): Promise<Row> {
  const { of, gateway } = access;
  const found = await find(access, key);
  checkMatch(access.ifMatch ?? null, toItem(of, found));
  const fields = await resolveReferences(of, body, access);
  const stamp = of.stamps ? { [of.stamps.changed]: gateway.now().getTime() } : {};
  const row = { ...toRow(of, fields, gateway.vault), ...stamp };
  if (Object.keys(row).length > 0) {
    const statement = update(gateway.store, of, { ...asFound(access, found), row });
    await gateway.store.write([statement]).catch(duplicate(of, fields));
  }
  return retrieve(access, [of.key, found[of.key]]);
}

export async function destroy(access: Access, key: Key): Promise<null> {
  const { of, gateway } = access;
  const found = await find(access, key);
  checkMatch(access.ifMatch ?? null, toItem(of, found));
  await gateway.store.write([remove(gateway.store, of, asFound(access, found))]);
  return null;
}

function one(of: Resource, caller: Caller, [column, value]: Key): Selection {
  return { scope: scopeOf(of, caller), where: [{ column, operator: '=', value }] };
}

/** The row that was found; where the caller names a state, only in that one: of two changes of it that come at once, one finds it changed. */
function asFound({ of, caller, ifMatch }: Access, found: Row): Selection {
  const selection = one(of, caller, [of.key, found[of.key]]);
  if (!ifMatch || !of.stamps) return selection;
  const { changed } = of.stamps;
  return { ...selection, where: [...selection.where, { column: changed, operator: '=', value: found[changed] }] };
}

function ownOrganization(of: Resource, caller: Caller): Row {
  return of.scope === 'organization' ? { organization: caller.organization } : {};
}

function duplicate(of: Resource, fields: Row) {
  return (error: unknown): never => {
    throw inField(of, fields, error);
  };
}

/** A unique key that exists is the caller's mistake in a field of the body. */
function inField(of: Resource, fields: Row, error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  if (!(error instanceof Fault) || error.kind !== 'conflict' || !error.fields) return error;
  const field = Object.keys(error.fields).find((column) => column !== 'organization' && column in fields);
  return field === undefined
    ? error
    : Fault.field(field, `${of.title} with ${field} ${JSON.stringify(fields[field])} already exists.`);
}

function inItem(of: Resource, all: readonly Row[], error: unknown): Error {
  const failed = error instanceof Fault ? error.statement : undefined;
  const fault = inField(of, all[failed ?? -1] ?? {}, error);
  const { fields } = fault instanceof Fault ? fault : {};
  if (failed === undefined || !fields) return fault;
  return new Fault('invalid', 'invalid items', { items: all.map((_, position) => (position === failed ? fields : {})) });
}
