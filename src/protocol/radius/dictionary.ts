import { errorCode } from '../../contract/errors.ts';
import { checkNamedAttribute, type DictionaryFault } from './attribute-codec.ts';
import {
  parseNumberedName,
  type AttributeDefinition,
  type Vendor,
} from './attribute-definition.ts';
import { definitionByNumber } from './attribute-number.ts';
import { AttributeTable } from './attribute-table.ts';
import { readDictionaries } from './dictionary-file.ts';
import { shippedDefinitions } from './shipped-dictionary.ts';

export type { AttributeDefinition, Vendor } from './attribute-definition.ts';

export type ValueNameLookup = (value: number | null) => string | null;

/** Attribute definitions, and the names of values that accounting stores. */
export interface Dictionary {
  /** @param name  in any case, without a tag; or its number, such as `Attr-26.2011.2` */
  find(name: string): AttributeDefinition | undefined;
  /** Checks an attribute. @param assignment  `name` may have a tag @returns null: it can be sent */
  faultOf(assignment: { readonly name: string; readonly value: string }): DictionaryFault | null;
  /** Returns the attributes of a vendor by number; vendor 0: the attributes of the RFCs. */
  attributesOfVendor(vendor: number): ReadonlyMap<number, AttributeDefinition> | undefined;
  /** Returns a vendor by its number. */
  vendor(number: number): Vendor | undefined;
  readonly terminateCauseName: ValueNameLookup;
  readonly serviceTypeName: ValueNameLookup;
  readonly framedProtocolName: ValueNameLookup;
  readonly nasPortTypeName: ValueNameLookup;
  readonly authenticName: ValueNameLookup;
}

/**
 * Loads the dictionaries. Names are FreeRADIUS's, so that stored values read as in any other `radacct`, and profiles
 * use the names that its users know. A number without a name is given as digits.
 *
 * @param folder  dictionaries of the site, which take precedence; empty: no such folder
 * @throws Error naming the folder that cannot be read, or a line that is invalid
 */
export function loadDictionary(folder = ''): Dictionary {
  const table = new AttributeTable(shippedDefinitions());
  if (folder !== '') readSiteDictionaries(folder, table);
  const namesOf = (name: string) => valueNamesOf(table.find(name));
  const find = (name: string) => {
    const number = parseNumberedName(name);
    return number ? definitionByNumber(number, table) : table.find(name);
  };
  return {
    find,
    faultOf: (assignment) => checkNamedAttribute({ find }, assignment),
    attributesOfVendor: (vendor) => table.attributesOfVendor(vendor),
    vendor: (number) => table.vendor(number),
    terminateCauseName: namesOf('Acct-Terminate-Cause'),
    serviceTypeName: namesOf('Service-Type'),
    framedProtocolName: namesOf('Framed-Protocol'),
    nasPortTypeName: namesOf('NAS-Port-Type'),
    authenticName: namesOf('Acct-Authentic'),
  };
}

/** Returns why the dictionaries of a site cannot be loaded. @param folder  as of `loadDictionary` */
export function dictionaryFaults(folder: string): readonly string[] {
  try {
    loadDictionary(folder);
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

function readSiteDictionaries(folder: string, table: AttributeTable): void {
  try {
    readDictionaries(folder, table);
  } catch (cause) {
    const code = errorCode(cause);
    const reason =
      code === undefined && cause instanceof Error
        ? cause.message
        : `"${folder}": expected a folder of dictionaries (${code ?? 'unknown error'})`;
    throw new Error(`radius.dictionary_dir: ${reason}`, { cause });
  }
}

/**
 * Loads the shipped dictionaries on first use; the dictionaries of a site immediately, so that a fault is reported at start.
 *
 * @throws Error as `loadDictionary`
 */
export function lazyDictionary(folder: string): () => Dictionary {
  return reloadableDictionary(folder).current;
}

export interface ReloadableDictionary {
  readonly current: () => Dictionary;
  /** Reads the files again. @throws Error as `loadDictionary`; the former dictionary stays in use */
  readonly reload: () => void;
}

/** Loads the dictionaries as `lazyDictionary` does. */
export function reloadableDictionary(folder: string): ReloadableDictionary {
  let loaded = folder === '' ? undefined : loadDictionary(folder);
  return {
    current: () => (loaded ??= loadDictionary(folder)),
    reload() {
      if (loaded) loaded = loadDictionary(folder);
    },
  };
}

function valueNamesOf(definition: AttributeDefinition | undefined): ValueNameLookup {
  return (value) =>
    value === null ? null : (definition?.namesByValue.get(value) ?? String(value));
}
