import { fileURLToPath } from 'node:url';
import { readDictionaries, type Definition } from './dictionary-file.ts';
import { namedFault, type NamedFault } from './named.ts';

export type { Definition, Vendor } from './dictionary-file.ts';

export type Naming = (value: number | null) => string | null;

/** Attributes by name, and names of the numbers that accounting keeps. */
export interface Dictionary {
  /** @param name  in any case, without a tag */
  find(name: string): Definition | undefined;
  /** Why an attribute can not be sent; null: it can. @param assignment  `name` may have a tag */
  faultOf(assignment: { readonly name: string; readonly value: string }): NamedFault | null;
  /** A vendor's attributes by number; vendor 0: the RFCs' own. */
  ofVendor(vendor: number): ReadonlyMap<number, Definition> | undefined;
  readonly terminateCause: Naming;
  readonly serviceType: Naming;
  readonly framedProtocol: Naming;
  readonly nasPortType: Naming;
  readonly authentic: Naming;
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
    faultOf: (assignment) => namedFault({ find }, assignment),
    ofVendor: (vendor) => vendors.get(vendor),
    terminateCause: naming('Acct-Terminate-Cause'),
    serviceType: naming('Service-Type'),
    framedProtocol: naming('Framed-Protocol'),
    nasPortType: naming('NAS-Port-Type'),
    authentic: naming('Acct-Authentic'),
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

function byVendor(attributes: ReadonlyMap<string, Definition>): ReadonlyMap<number, ReadonlyMap<number, Definition>> {
  const found = new Map<number, Map<number, Definition>>();
  for (const definition of attributes.values()) {
    const vendor = definition.vendor?.number ?? 0;
    const known = found.get(vendor) ?? new Map<number, Definition>();
    found.set(vendor, known.set(definition.type, definition));
  }
  return found;
}

function namingOf(definition: Definition | undefined): Naming {
  return (value) => (value === null ? null : (definition?.names.get(value) ?? String(value)));
}
