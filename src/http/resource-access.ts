import type { Static, TObject } from 'typebox';
import type { Caller } from '../contract/caller.ts';
import { asFault, Fault } from '../contract/errors.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { Resource } from '../contract/resource.ts';
import { findReferrersOfDeletion } from '../store/query/referrers.ts';
import { serializeRow, deserializeFields, type Row } from '../store/query/row-serialization.ts';
import type { Statement, Store } from '../store/store.ts';
import { mapInTurns } from '../runtime/limit/turns.ts';
import {
  selectUpTo,
  buildInsert,
  buildDelete,
  buildUpdate,
} from '../store/query/resource-query.ts';
import type { Condition, Selection } from '../store/query/selection.ts';

import { conditionsOfCaller, scopeOfCaller } from './authentication.ts';
import { checkReferrersOfMove, describeReferrers, moveGuards } from './reference/move.ts';
import { mapCollectingFaults } from './request-validation.ts';
import { checkIfMatch, lostPrecondition } from './precondition.ts';
import { leaveReferences, referenceGuards, resolveReferences } from './reference/reference.ts';

export type { Row } from '../store/query/row-serialization.ts';

/** A resource and the caller who reads or writes it. */
export interface ResourceAccess<T extends TObject = TObject> {
  readonly resource: Resource<T>;
  readonly gateway: Gateway;
  readonly caller: Caller;
  /** The If-Match header of a change or removal. */
  readonly ifMatch?: string | null;
  /** Writes the batch; the statements of the rows come first. Default: `write` of the store. */
  readonly write?: Store['write'];
}

/** A column that identifies one row, and its value. */
export type ResourceKey = readonly [column: string, value: unknown];

/** @throws Fault `not_found` if there is no such row or the caller may not see it; `conflict` if several match */
export async function findResourceRow(
  { resource, gateway, caller }: ResourceAccess,
  key: ResourceKey,
): Promise<Row> {
  const [row, ...others] = await selectUpTo(gateway.store, resource, {
    ...one(resource, caller, key),
    limit: 20,
  });
  if (!row) throw new Fault('not_found', 'Not found.');
  if (others.length === 0) return row;
  const ids = [row, ...others].map((candidate) => String(candidate[resource.key]));
  throw new Fault(
    'conflict',
    `${key[0]} ${JSON.stringify(key[1])} matches several: ${resource.key} ${ids.join(', ')}`,
  );
}

/** Reads rows that the caller may see, at most `limit`. */
export function findResourceRows(
  { resource, gateway, caller }: ResourceAccess,
  where: readonly Condition[],
  limit: number,
): Promise<readonly Row[]> {
  return selectUpTo(gateway.store, resource, {
    scope: scopeOfCaller(resource, caller),
    where: [...conditionsOfCaller(resource, caller), ...where],
    limit,
  });
}

/** Reads one row as it is stored, if it is in the state of If-Match. @throws as `findResourceRow`; Fault `precondition` */
export async function findMatchingRow(access: ResourceAccess, key: ResourceKey): Promise<Row> {
  const found = await findResourceRow(access, key);
  checkIfMatch(access.ifMatch ?? null, serializeRow(access.resource, found));
  return found;
}

/** Reads one row as the API shows it. @throws as `findResourceRow` */
export async function retrieveResource<T extends TObject>(
  access: ResourceAccess<T>,
  key: ResourceKey,
): Promise<Static<T> & Row> {
  return serializeRow(access.resource, await findResourceRow(access, key));
}

export async function createResource(access: ResourceAccess, body: Row): Promise<Row> {
  const fields = await newFields(access, body);
  const guards = referenceGuards(access.resource, [fields], access);
  const [written] = await writerOf(access)([insertion(access, fields), ...guards])
    .catch(checkAgain(guards, () => newFields(access, body)))
    .catch(duplicate(access.resource, fields));
  await publishChange(access);
  return retrieveResource(access, [access.resource.key, written?.rows[0]?.[access.resource.key]]);
}

/**
 * Creates several rows in one transaction.
 *
 * @throws Fault `invalid` with an entry for each body, empty for a valid one
 */
export async function createResources(
  access: ResourceAccess,
  bodies: readonly Row[],
): Promise<Row[]> {
  const { resource } = access;
  const all = await mapCollectingFaults(bodies, (body) => newFields(access, body));
  const statements = await mapInTurns(all, (fields) => insertion(access, fields));
  const guards = referenceGuards(resource, all, access);
  const written = await writerOf(access)([...statements, ...guards])
    .catch(checkAgain(guards, () => mapCollectingFaults(bodies, (body) => newFields(access, body))))
    .catch((error: unknown) => {
      throw inItem(resource, all, error);
    });
  await publishChange(access);
  return retrieveResources(
    access,
    written.slice(0, statements.length).map(({ rows }) => rows[0]?.[resource.key]),
  );
}

/** Reads rows by their keys, in their order, with one query. @throws Fault `not_found` if one is gone */
async function retrieveResources(access: ResourceAccess, keys: readonly unknown[]): Promise<Row[]> {
  const { resource } = access;
  const where = [{ column: resource.key, operator: 'in' as const, value: keys }];
  const rows = await findResourceRows(access, where, keys.length);
  const byKey = new Map(rows.map((row) => [row[resource.key], row]));
  return mapInTurns(keys, (key) => {
    const row = byKey.get(key);
    if (!row) throw new Fault('not_found', 'Not found.');
    return serializeRow(resource, row);
  });
}

async function newFields(access: ResourceAccess, body: Row): Promise<Row> {
  return resolveReferences(
    access.resource,
    { ...access.resource.defaults, ...ownOrganization(access.resource, access.caller), ...body },
    access,
  );
}

function insertion({ resource, gateway }: ResourceAccess, fields: Row): Statement {
  const now = gateway.now().getTime();
  const stamps = resource.timestamps
    ? { [resource.timestamps.created]: now, [resource.timestamps.changed]: now }
    : {};
  return buildInsert(gateway.store, resource, {
    ...deserializeFields(resource, fields, gateway.vault),
    ...stamps,
  });
}

export async function updateResource(
  access: ResourceAccess,
  key: ResourceKey,
  body: Row,
): Promise<Row> {
  const { resource, gateway } = access;
  const found = await findMatchingRow(access, key);
  const changed = withoutUnchanged(resource, body, found);
  const resolved = await resolveReferences(resource, changed, access);
  const fields = await leaveReferences(resource, { found, fields: resolved }, gateway);
  await checkReferrersOfMove(resource, { found, fields }, access);
  const row = deserializeFields(resource, fields, gateway.vault);
  const stamp = resource.timestamps && {
    column: resource.timestamps.changed,
    now: gateway.now().getTime(),
  };
  if (stamp !== null || Object.keys(row).length > 0) {
    const change = { ...asFound(access, found), row, stamp };
    const guards = [
      ...referenceGuards(resource, [fields], access),
      ...moveGuards(resource, { found, fields }, access),
    ];
    await writerOf(access)([buildUpdate(gateway.store, resource, change), ...guards])
      .catch(
        checkAgain(guards, async () => {
          await resolveReferences(resource, changed, access);
          await checkReferrersOfMove(resource, { found, fields }, access);
        }),
      )
      .catch(lostPrecondition(access.ifMatch ?? null))
      .catch(duplicate(resource, fields));
    await publishChange(access);
  }
  return retrieveResource(access, [resource.key, found[resource.key]]);
}

/** Repeats the checks before a batch if its guards may have failed it: they name the concurrent change. */
function checkAgain(guards: readonly Statement[], check: () => Promise<unknown>) {
  return async (error: unknown): Promise<never> => {
    if (guards.length > 0 && asFault(error)?.kind === 'conflict') await check();
    throw error;
  };
}

/** Leaves out unchanged references of a body: the caller may not see a reference that a parent organization has set. */
function withoutUnchanged(
  { references, referenceLists = {} }: Resource,
  body: Row,
  found: Row,
): Row {
  return Object.fromEntries(
    Object.entries(body).filter(
      ([field, value]) =>
        !(field in references && value !== null && value === found[field]) &&
        !(field in referenceLists && JSON.stringify(value) === found[field]),
    ),
  );
}

export async function deleteResource(access: ResourceAccess, key: ResourceKey): Promise<null> {
  const { resource, gateway } = access;
  const found = await findMatchingRow(access, key);
  await writerOf(access)([buildDelete(gateway.store, resource, asFound(access, found))])
    .catch(lostPrecondition(access.ifMatch ?? null))
    .catch(async (error: unknown) => {
      throw await namingReferrers(access, found, error);
    });
  await publishChange(access);
  return null;
}

/** Returns the error of a row that cannot be deleted, with the referring rows as far as the caller may see them. */
async function namingReferrers(
  { resource, gateway, caller }: ResourceAccess,
  found: Row,
  error: unknown,
): Promise<unknown> {
  const id = found[resource.key];
  if (asFault(error)?.kind !== 'conflict' || typeof id !== 'number') return error;
  const { organizations } = caller;
  const referrers = await findReferrersOfDeletion(gateway.store, resource.name, {
    id,
    organizations,
  }).catch(() => null);
  const users = referrers && describeReferrers(referrers);
  return users === null
    ? error
    : new Fault('conflict', `still in use: used by ${users}`, { cause: error });
}

function writerOf({ gateway, write }: ResourceAccess): Store['write'] {
  return write ?? ((batch) => gateway.store.write(batch));
}

/** Applies a change in this process before the caller gets the reply. */
function publishChange({ resource, gateway }: ResourceAccess): Promise<void> {
  return gateway.changes.publish(resource.name);
}

function one(of: Resource, caller: Caller, [column, value]: ResourceKey): Selection {
  return {
    scope: scopeOfCaller(of, caller),
    where: [...conditionsOfCaller(of, caller), { column, operator: '=', value }],
  };
}

/** Selects the row that was read; with If-Match only in the same state, so that one of two concurrent changes fails. */
function asFound({ resource, caller, ifMatch }: ResourceAccess, found: Row): Selection {
  const selection = one(resource, caller, [resource.key, found[resource.key]]);
  if (!ifMatch || !resource.timestamps) return selection;
  const { changed } = resource.timestamps;
  return {
    ...selection,
    where: [...selection.where, { column: changed, operator: '=', value: found[changed] }],
  };
}

function ownOrganization(of: Resource, caller: Caller): Row {
  return of.scope === 'organization' ? { organization: caller.organization } : {};
}

function duplicate(of: Resource, fields: Row) {
  return (error: unknown): never => {
    throw inField(of, fields, error);
  };
}

/** Reports an existing unique key as an error in a field of the body. */
function inField(of: Resource, fields: Row, error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  if (!(error instanceof Fault) || error.kind !== 'conflict' || !error.fields) return error;
  const field = Object.keys(error.fields).find(
    (column) => column !== 'organization' && column in fields,
  );
  return field === undefined
    ? error
    : Fault.field(
        field,
        `${of.title} with ${field} ${JSON.stringify(fields[field])} already exists.`,
      );
}

function inItem(of: Resource, all: readonly Row[], error: unknown): Error {
  const failed = error instanceof Fault ? error.statement : undefined;
  const fault = inField(of, all[failed ?? -1] ?? {}, error);
  const { fields } = fault instanceof Fault ? fault : {};
  if (failed === undefined || !fields) return fault;
  return new Fault('invalid', 'invalid items', {
    items: all.map((_, position) => (position === failed ? fields : {})),
  });
}
