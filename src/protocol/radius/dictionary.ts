import { fileURLToPath } from 'node:url';
import { readDictionaries, type AttributeDefinition } from './dictionary-file.ts';
import { checkNamedAttribute, type DictionaryFault } from './attribute-codec.ts';

export type { AttributeDefinition, Vendor } from './dictionary-file.ts';

export type ValueNameLookup = (value: number | null) => string | null;

/** Attributes by name, and names of the numbers that accounting keeps. */
export interface Dictionary {
  /** @param name  in any case, without a tag */
  find(name: string): AttributeDefinition | undefined;
  /** Why an attribute can not be sent; null: it can. @param assignment  `name` may have a tag */
  faultOf(assignment: { readonly name: string; readonly value: string }): DictionaryFault | null;
  /** A vendor's attributes by number; vendor 0: the RFCs' own. */
  attributesOfVendor(vendor: number): ReadonlyMap<number, AttributeDefinition> | undefined;
  readonly terminateCauseName: ValueNameLookup;
  readonly serviceTypeName: ValueNameLookup;
  readonly framedProtocolName: ValueNameLookup;
  readonly nasPortTypeName: ValueNameLookup;
  readonly authenticName: ValueNameLookup;
}

/** The RFCs' attributes are FreeRADIUS' own files, in the package `radius`; vendors' are beside them in config/radius. */
const shipped = [
  new URL('../dictionaries/', import.meta.resolve('radius')),
  new URL('../../../../config/radius/', import.meta.url),
];

/**
 * Loads the dictionaries: names are FreeRADIUS' own, so what is stored reads as in any other `radacct`, and what is
 * written in profiles is what its users know. A number without a name is its own name.
 *
 * @param folder  a site's own dictionaries, which win; empty: none
 * @throws Error where a line of a dictionary can not be understood
 */
export function loadDictionary(folder = ''): Dictionary {
  const folders = [...shipped.map((url) => fileURLToPath(url)), ...(folder === '' ? [] : [folder])];
  const attributes = readDictionaries(folders);
  const vendors = byVendor(attributes);
  const naming = (name: string) => namingOf(attributes.get(name.toLowerCase()));
  const find = (name: string) => attributes.get(name.toLowerCase());
  return {
    find,
    faultOf: (assignment) => checkNamedAttribute({ find }, assignment),
    attributesOfVendor: (vendor) => vendors.get(vendor),
    terminateCauseName: naming('Acct-Terminate-Cause'),
    serviceTypeName: naming('Service-Type'),
    framedProtocolName: naming('Framed-Protocol'),
    nasPortTypeName: naming('NAS-Port-Type'),
    authenticName: naming('Acct-Authentic'),
  };
}

/**
 * The same, shipped ones when they are first asked for; a site's own are looked at now, so that it learns of a fault at start.
 *
 * @throws Error as `loadDictionary`
 */
export function lazyDictionary(folder: string): () => Dictionary {
  let loaded = folder === '' ? undefined : loadDictionary(folder);
  return () => (loaded ??= loadDictionary());
}

function byVendor(
  attributes: ReadonlyMap<string, AttributeDefinition>,
): ReadonlyMap<number, ReadonlyMap<number, AttributeDefinition>> {
  const found = new Map<number, Map<number, AttributeDefinition>>();
  for (const definition of attributes.values()) {
    const vendor = definition.vendor?.number ?? 0;
    const known = found.get(vendor) ?? new Map<number, AttributeDefinition>();
    found.set(vendor, known.set(definition.type, definition));
  }
  return found;
}

function namingOf(definition: AttributeDefinition | undefined): ValueNameLookup {
  return (value) =>
    value === null ? null : (definition?.namesByValue.get(value) ?? String(value));
}
