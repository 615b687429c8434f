import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import {
  isWriteOnly,
  serializeRow,
  deserializeFields,
  type Row,
} from '../store/query/row-serialization.ts';
import type { Vault } from '../store/vault.ts';
import type { ObjectChange, FieldChange, ListChange } from './change.ts';
import type { RowIdResolver } from './row-id.ts';
import { isSameValue, storedForm, type Field } from './object/field-value.ts';
import { comparePassword } from './password-change.ts';
import type { DesiredObject } from './resolve.ts';
import { mapSecretValues } from './secret-attributes.ts';
import { organizationKey } from './object/natural-key.ts';
import { orderOf } from './section.ts';
import type { StoredObjects } from './stored-objects.ts';
import { isTextList } from '../contract/fields.ts';

/** The context of a comparison. */
export interface ComparisonContext {
  readonly stored: StoredObjects;
  readonly vault: Vault;
  readonly idOf: RowIdResolver;
}

interface Difference {
  readonly shown: FieldChange;
  readonly row: Row;
}

const hidden = '***';

/** Computes the change that brings a stored object to its desired state; null if it has that state. */
export async function compareObject(
  desired: DesiredObject,
  context: ComparisonContext,
): Promise<ObjectChange | null> {
  const { section, storedRow, isAbsent } = desired;
  if (isAbsent) return storedRow && { kind: 'remove', desired, fields: [], row: {}, list: null };
  const own = ownFields(desired).flatMap(
    ([field, value]) => difference(desired, { field, value }, context) ?? [],
  );
  const password = section.extraFields ? await comparePassword(desired, context.vault) : [];
  const list = listChange(desired);
  const all = [...own, ...password];
  if (storedRow && all.length === 0 && !list) return null;
  return {
    kind: storedRow ? 'change' : 'create',
    desired,
    fields: [...all.map(({ shown }) => shown), ...(list ? [shownList(desired, list)] : [])].filter(
      isWorthShowing(desired),
    ),
    row: {
      ...(storedRow ? {} : firstValues(desired, context)),
      ...Object.fromEntries(all.flatMap(({ row }) => Object.entries(row))),
    },
    list,
  };
}

function ownFields({ section, fields, referencedIdentities }: DesiredObject): [string, unknown][] {
  const { listField, extraFields = {} } = section;
  return Object.entries({ ...fields, ...referencedIdentities }).filter(
    ([field]) => field !== listField?.field && !(field in extraFields),
  );
}

/** True unless the title of a new object shows the field already. */
function isWorthShowing({ section, storedRow }: DesiredObject) {
  return ({ field }: FieldChange) =>
    storedRow !== null || (field !== section.key && field !== 'organization');
}

function firstValues({ section }: DesiredObject, { vault }: ComparisonContext): Row {
  const { listField } = section;
  const fields = Object.entries(section.defaults).filter(([field]) => field !== listField?.field);
  return deserializeFields(section.resource, Object.fromEntries(fields), vault);
}

function difference(
  desired: DesiredObject,
  { field, value }: Field,
  context: ComparisonContext,
): Difference | null {
  if (field in desired.referencedIdentities) return linkDifference(desired, field, context);
  if (field in desired.referencedLists) return linkListDifference(desired, field, context);
  const { section, storedRow } = desired;
  const schema = section.resource.schema.properties[field];
  if (!schema) throw new Error(`${section.table} has no field ${field}`);
  if (isWriteOnly(schema)) return secretDifference(desired, { field, value }, context);
  const { row, shown: to } = storedForm(section.resource, { field, value }, context.vault);
  const from = storedRow && serializeRow(section.resource, storedRow)[field];
  if (storedRow && isSameValue(schema, from, to)) return null;
  return { shown: { field, from: storedRow && shownValue(from), to: shownValue(to) }, row };
}

function shownValue(value: unknown): string {
  return JSON.stringify(mapSecretValues(value, () => hidden));
}

function secretDifference(
  { section, storedRow }: DesiredObject,
  { field, value }: Field,
  { vault }: ComparisonContext,
): Difference | null {
  if (
    storedRow &&
    isSameSecret(value, opened(storedRow[field], `${section.table}.${field}`, vault))
  )
    return null;
  const shown = { field, from: storedRow && shownSecret(storedRow[field]), to: shownSecret(value) };
  return { shown, row: deserializeFields(section.resource, { [field]: value }, vault) };
}

function linkDifference(
  desired: DesiredObject,
  field: string,
  { stored, idOf }: ComparisonContext,
): Difference | null {
  const naming = desired.section.references[field] ?? organizationKey;
  const to = desired.referencedIdentities[field] ?? null;
  const from = desired.storedRow && stored.identityOf(naming.table, desired.storedRow[field]);
  if (desired.storedRow && from === to) return null;
  const shown = { field, from: desired.storedRow && JSON.stringify(from), to: JSON.stringify(to) };
  return { shown, row: { [field]: to === null ? null : idOf(naming, to) } };
}

function linkListDifference(
  { section, storedRow, referencedLists }: DesiredObject,
  field: string,
  { stored, idOf }: ComparisonContext,
): Difference | null {
  const naming = section.referenceLists?.[field] ?? organizationKey;
  const inOrder = orderOf(section, field);
  const to = inOrder(referencedLists[field] ?? []);
  const from = storedRow && inOrder(stored.identitiesOf(naming.table, storedRow[field]));
  if (from && isDeepStrictEqual(from, to)) return null;
  const ids = to.map((identity) => sql`cast(${idOf(naming, identity)} as text)`);
  return {
    shown: { field, from: from && JSON.stringify(from), to: JSON.stringify(to) },
    row: { [field]: ids.length > 0 ? sql`'[' || ${sql.join(ids, sql` || ',' || `)} || ']'` : '[]' },
  };
}

function opened(sealed: unknown, place: string, vault: Vault): string | null | undefined {
  if (typeof sealed !== 'string') return null;
  try {
    return vault.open(sealed, place).reveal();
  } catch {
    return undefined; // Sealed with a lost key: the secret must be set again.
  }
}

function isSameSecret(given: unknown, kept: string | null | undefined): boolean {
  if (given === null || kept === null || kept === undefined) return given === kept;
  return typeof given === 'string' ? given === kept : isDeepStrictEqual(given, JSON.parse(kept));
}

function shownSecret(value: unknown): string {
  return value === null || value === undefined ? 'null' : hidden;
}

function listChange({ section, fields, storedRow }: DesiredObject): ListChange | null {
  if (!section.listField) return null;
  const after = fields[section.listField.field];
  const stored = storedRow?.[section.listField.field];
  if (!isTextList(after)) return null;
  const before = isTextList(stored) ? stored : [];
  const added = notIn(before, after);
  const gone = notIn(after, before);
  return added.length + gone.length > 0 ? { after, added, removed: gone } : null;
}

function notIn(known: readonly string[], list: readonly string[]): string[] {
  const set = new Set(known);
  return list.filter((entry) => !set.has(entry));
}

const mostShown = 10;

function shownList({ section }: DesiredObject, { added, removed }: ListChange): FieldChange {
  return {
    field: section.listField?.field ?? '',
    from: null,
    to: [...signed('+', added), ...signed('-', removed)].join(' '),
  };
}

function signed(sign: string, entries: readonly string[]): string[] {
  const more = entries.length - mostShown;
  return [
    ...entries.slice(0, mostShown).map((entry) => `${sign}${entry}`),
    ...(more > 0 ? [`${sign}${more} more`] : []),
  ];
}
