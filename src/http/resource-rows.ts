import type { Static, TObject } from 'typebox';
import { Fault } from '../errors.ts';
import type { Gateway } from '../gateway.ts';
import type { Resource } from '../resource.ts';
import { toItem, toRow, type Row } from '../store/item.ts';
import { findUpTo, insert, remove, update, type Scope, type Selection } from '../store/table.ts';
import type { Caller } from './auth.ts';
import { resolveReferences } from './reference.ts';

/** A resource, and on whose behalf it is worked on. */
export interface Access<T extends TObject = TObject> {
  readonly of: Resource<T>;
  readonly gateway: Gateway;
  readonly caller: Caller;
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
  const { of, gateway, caller } = access;
  const now = gateway.now().getTime();
  const fields = await resolveReferences(of, { ...of.initial, ...ownOrganization(of, caller), ...body }, access);
  const stamps = of.stamps ? { [of.stamps.created]: now, [of.stamps.changed]: now } : {};
  const statement = insert(gateway.store, of, { ...toRow(of, fields, gateway.vault), ...stamps });
  const [written] = await gateway.store.write([statement]).catch(duplicate(of, fields));
  return retrieve(access, [of.key, written?.rows[0]?.[of.key]]);
}

export async function change(access: Access, key: Key, body: Row): Promise<Row> {
  const { of, gateway, caller } = access;
  const found = await find(access, key);
  const fields = await resolveReferences(of, body, access);
  const stamp = of.stamps ? { [of.stamps.changed]: gateway.now().getTime() } : {};
  const row = { ...toRow(of, fields, gateway.vault), ...stamp };
  const byId: Key = [of.key, found[of.key]];
  if (Object.keys(row).length > 0) {
    await gateway.store.write([update(gateway.store, of, { ...one(of, caller, byId), row })]).catch(duplicate(of, fields));
  }
  return retrieve(access, byId);
}

export async function destroy(access: Access, key: Key): Promise<null> {
  const { of, gateway, caller } = access;
  const found = await find(access, key);
  await gateway.store.write([remove(gateway.store, of, one(of, caller, [of.key, found[of.key]]))]);
  return null;
}

function one(of: Resource, caller: Caller, [column, value]: Key): Selection {
  return { scope: scopeOf(of, caller), where: [{ column, operator: '=', value }] };
}

function ownOrganization(of: Resource, caller: Caller): Row {
  return of.scope === 'organization' ? { organization: caller.organization } : {};
}

/** A unique key that exists is the caller's mistake in a field of the body. */
function duplicate(of: Resource, fields: Row) {
  return (error: unknown): never => {
    if (!(error instanceof Fault) || error.kind !== 'conflict' || !error.fields) throw error;
    const field = Object.keys(error.fields).find((column) => column !== 'organization' && column in fields);
    if (field === undefined) throw error;
    throw Fault.field(field, `${of.title} with ${field} ${JSON.stringify(fields[field])} already exists.`);
  };
}
