import { isDeepStrictEqual } from 'node:util';
import { Document, isMap, isScalar, isSeq } from 'yaml';
import { hasAttributeLists } from '../contract/attribute-dictionary.ts';
import { findVoucherUsers } from '../aaa/account/user-lookup.ts';
import { isWriteOnly, serializeRow, type Row } from '../store/query/row-serialization.ts';
import type { Store } from '../store/store.ts';
import { sealsEmptySecret } from '../store/vault.ts';
import { mapSecretValues } from './secret-attributes.ts';
import { organizationKey } from './object/natural-key.ts';
import { orderOf, type Section } from './section.ts';
import { createSections, type SectionContext } from './sections.ts';
import { organizationOfIdentity, nameOfIdentity, StoredObjects } from './stored-objects.ts';
import { siteFileFields } from './validate.ts';

const head = ` The configuration of this gateway, for \`gatehouse apply\`. An omitted field has its default.
 Types, parameters and metrics are not included: they come from the YAML files of device types.
 Secrets are not included either: before this file is applied, each file: reference must name a file with the secret
 (relative to the folder of this file; env:NAME works as well). If the store has the secret already, delete the line;
 for an attribute such as Tunnel-Password, the field with the whole list.`;

/**
 * Exports the configuration in a store as a site file. The text does not depend on ids.
 *
 * @throws Error naming objects that a site file cannot distinguish
 */
export async function exportSite(store: Store): Promise<string> {
  const sections = createSections(unasked);
  const stored = await StoredObjects.read(store, sections);
  const vouchers = await findVoucherUsers(store);
  const paths = new SecretPaths();
  const site = sections.flatMap((section): [string, Row[]][] => {
    const rows = stored
      .all(section.table)
      .filter(([, row]) => section.table !== 'user' || isAccount(row, vouchers));
    refuseTwins(section, rows);
    const objects = inOrder(section, rows, stored).map(([identity, row]) =>
      fieldsOf({ section, identity, row }, stored, paths),
    );
    return objects.length > 0 ? [[section.table, objects]] : [];
  });
  const document = new Document(Object.fromEntries(site));
  document.commentBefore = head;
  layOut(document, paths);
  return document.toString({ lineWidth: 0 });
}

/** False for users that logins and the front desk make: vouchers, and devices that only accept terms. */
function isAccount({ id, terms_user }: Row, vouchers: ReadonlySet<unknown>): boolean {
  return !vouchers.has(id) && (terms_user ?? null) === null;
}

/** A context for sections without validation: stored objects are exported unchanged. */
const unasked: SectionContext = {
  adapters: new Map(),
  dictionary() {
    throw new Error('an export validates no attributes');
  },
};

type Found = readonly (readonly [identity: string, row: Row])[];

function refuseTwins({ table, key }: Section, rows: Found): void {
  const twin = rows.find(([identity], place) => rows[place + 1]?.[0] === identity);
  if (twin)
    throw new Error(
      `several of ${table} have the ${key} ${JSON.stringify(twin[0])}: a site file needs different ones`,
    );
}

/** Sorts objects so that a parent precedes its children. */
function inOrder({ table, parentField }: Section, rows: Found, stored: StoredObjects): Found {
  if (parentField === undefined) return rows;
  const depthOf = (row: Row | undefined, depth = 0): number => {
    const above = stored.identityOf(table, row?.[parentField]);
    return above === null || depth > rows.length
      ? depth
      : depthOf(stored.find(table, above)[0], depth + 1);
  };
  const depths = new Map(rows.map(([identity, row]) => [identity, depthOf(row)]));
  return rows.toSorted(([a], [b]) => (depths.get(a) ?? 0) - (depths.get(b) ?? 0));
}

interface Exported {
  readonly section: Section;
  readonly identity: string;
  readonly row: Row;
}

function fieldsOf(
  { section, identity, row }: Exported,
  stored: StoredObjects,
  paths: SecretPaths,
): Row {
  const item = { ...serializeRow(section.resource, row), ...listOf(section, row) };
  const written = section.serialize?.(item) ?? item;
  const organization = section.table === 'organization' ? null : stored.organizationOf(row);
  const fields = Object.entries(siteFileFields(section)).flatMap(
    ([field, schema]): [string, unknown][] => {
      if (field === 'organization') return [];
      const column = field in row ? row[field] : undefined;
      if (field === 'reversible_password') return typeof column === 'string' ? [[field, true]] : [];
      if (isWriteOnly(schema))
        return isSecret(column) ? [[field, paths.add(section.table, identity, field)]] : [];
      const clear = valueOf(section, { field, row, organization, written }, stored);
      const value = hasAttributeLists(schema)
        ? mapSecretValues(clear, (_secret, attribute) =>
            paths.add(section.table, identity, `${field}.${attribute}`),
          )
        : clear;
      return field in section.defaults && isDeepStrictEqual(value, section.defaults[field])
        ? []
        : [[field, value]];
    },
  );
  const { [section.key]: name, ...rest } = Object.fromEntries(fields);
  return { [section.key]: name, ...(organization !== null && { organization }), ...rest };
}

function valueOf(
  section: Section,
  { written, ...of }: Referring & { readonly written: Row },
  stored: StoredObjects,
): unknown {
  const { field, row } = of;
  const list = section.referenceLists?.[field];
  if (list) return orderOf(section, field)(stored.identitiesOf(list.table, row[field]));
  return field in section.references ? reference(section, of, stored) : written[field];
}

function isSecret(column: unknown): boolean {
  return typeof column === 'string' && !sealsEmptySecret(column);
}

function listOf({ listField }: Section, row: Row): Row {
  if (!listField || row[listField.field] === undefined) return {};
  return { [listField.field]: row[listField.field] };
}

interface Referring {
  readonly field: string;
  readonly row: Row;
  readonly organization: string | null;
}

function reference(
  { references }: Section,
  { field, row, organization }: Referring,
  stored: StoredObjects,
): string | null {
  const naming = references[field] ?? organizationKey;
  const identity = stored.identityOf(naming.table, row[field]);
  if (identity === null || naming.uniqueWithin === 'store') return identity;
  return organizationOfIdentity(identity) === organization ? nameOfIdentity(identity) : identity;
}

/** Assigns a path to each secret: unique, and inside the folder for any name. */
class SecretPaths {
  readonly #paths = new Set<string>();

  add(table: string, identity: string, field: string): string {
    const name = `${pathPart(identity)}.${field.split('.').map(pathPart).join('.')}`;
    const base = `secrets/${table}/${name}`;
    let path = base;
    for (let count = 2; this.#paths.has(path); count += 1) path = `${base}-${count}`;
    this.#paths.add(path);
    return `file:${path}`;
  }

  has(text: unknown): boolean {
    return (
      typeof text === 'string' &&
      text.startsWith('file:') &&
      this.#paths.has(text.slice('file:'.length))
    );
  }
}

function pathPart(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9_-]+/g, '_');
}

/** Adds an empty line between sections and a comment next to each omitted secret. */
function layOut({ contents }: Document, paths: SecretPaths): void {
  if (!isMap(contents)) return;
  for (const [place, { key, value }] of contents.items.entries()) {
    if (isScalar(key)) key.spaceBefore = place > 0;
    markSecrets(value, paths);
  }
}

function markSecrets(node: unknown, paths: SecretPaths): void {
  if (isMap(node)) for (const { value } of node.items) markSecrets(value, paths);
  else if (isSeq(node)) for (const entry of node.items) markSecrets(entry, paths);
  else if (isScalar(node) && paths.has(node.value)) node.comment = ' not exported';
}
