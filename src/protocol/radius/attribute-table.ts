import { createDefinition, type AttributeDefinition, type Vendor } from './attribute-definition.ts';

/** Sections of definitions that are loaded into a table when they are needed. */
export interface DefinitionSource {
  /** Adds the vendor and its attributes; vendor 0: the attributes of the RFCs. */
  readonly load: (vendor: number, table: AttributeTable) => void;
  /** Returns the vendor whose section has an attribute; null: no section has it. */
  readonly vendorOfAttribute: (name: string) => number | null;
  /** Returns the number of a vendor; null: there is no such vendor. */
  readonly vendorNamed: (name: string) => number | null;
}

/** Rank of a name among those with the same number: the highest one, and of two such names the later one, is shown. An unshown one is only found by name. */
export const nameRank = { unshown: -1, alias: 0, shipped: 1, site: 2 };

/** The attributes of all dictionaries by name and by number. */
export class AttributeTable {
  readonly #source: DefinitionSource;
  readonly #byName = new Map<string, AttributeDefinition>();
  readonly #byVendor = new Map<number, Map<number, AttributeDefinition>>();
  readonly #children = new Map<string, Map<number, AttributeDefinition>>();
  readonly #vendors = new Map<number, Vendor>();
  readonly #vendorNames = new Map<string, Vendor>();
  readonly #ranks = new Map<AttributeDefinition, number>();
  readonly #loaded = new Set<number>();

  constructor(source: DefinitionSource) {
    this.#source = source;
  }

  /** @param name  in any case */
  find(name: string): AttributeDefinition | undefined {
    const key = name.toLowerCase();
    if (!this.#byName.has(key)) {
      const vendor = this.#source.vendorOfAttribute(key);
      if (vendor !== null) this.#load(vendor);
    }
    const found = this.#byName.get(key);
    return found && this.#withValueNames(found);
  }

  /** Gives an old name the value names of the newer one for its number, unless it has some of its own. */
  #withValueNames(definition: AttributeDefinition): AttributeDefinition {
    const shown = definition.valuesByName.size > 0 ? definition : this.#shown(definition);
    const isOld = shown && shown !== definition && shown.dataType === definition.dataType;
    return isOld ? { ...definition, ...valueNamesOf(shown) } : definition;
  }

  /** Returns the attributes of a vendor by type; vendor 0: those of the RFCs. */
  attributesOfVendor(vendor: number): ReadonlyMap<number, AttributeDefinition> | undefined {
    this.#load(vendor);
    return this.#byVendor.get(vendor);
  }

  vendor(number: number): Vendor | undefined {
    this.#load(number);
    return this.#vendors.get(number);
  }

  /** @param name  in any case */
  vendorNamed(name: string): Vendor | undefined {
    const key = name.toLowerCase();
    const known = this.#vendorNames.get(key);
    if (known) return known;
    const number = this.#source.vendorNamed(key);
    if (number !== null) this.#load(number);
    return this.#vendorNames.get(key);
  }

  /** Returns the definitions that are loaded, by name. */
  definitions(): Iterable<AttributeDefinition> {
    return this.#byName.values();
  }

  /** Returns the rank of a name if it is the one that is shown for its number; null: another one is. */
  rankOfShown(definition: AttributeDefinition): number | null {
    return this.#shown(definition) === definition ? this.#rankOf(definition) : null;
  }

  addVendor(vendor: Vendor): void {
    this.#load(vendor.number);
    this.#vendors.set(vendor.number, vendor);
    this.#vendorNames.set(vendor.name.toLowerCase(), vendor);
  }

  /**
   * Adds a definition under its name, and under its number unless a name of a higher rank has it. A definition that is
   * repeated keeps its value names.
   */
  add(fields: AttributeDefinition, rank: number): AttributeDefinition {
    this.#load(fields.vendor?.number ?? 0);
    const known = this.#shown(fields);
    const definition = {
      ...fields,
      ...(known?.name === fields.name && valueNamesOf(known)),
      children: holdsAttributes(fields) ? this.#childrenOf(fields.number) : noChildren,
    };
    this.#addName(definition, rank);
    if (rank > nameRank.unshown && (!known || rank >= this.#rankOf(known)))
      this.#show(definition, rank);
    return definition;
  }

  #shown(definition: AttributeDefinition): AttributeDefinition | undefined {
    return this.#siblingsOf(definition).get(lastNumber(definition));
  }

  #rankOf(definition: AttributeDefinition): number {
    return this.#ranks.get(definition) ?? nameRank.shipped;
  }

  /** Makes a name the one that is shown for its number. */
  #show(definition: AttributeDefinition, rank: number): void {
    if (rank !== nameRank.shipped) this.#ranks.set(definition, rank);
    this.#siblingsOf(definition).set(lastNumber(definition), definition);
  }

  /** A section that is loaded late does not take a name from the site. */
  #addName(definition: AttributeDefinition, rank: number): void {
    const name = definition.name.toLowerCase();
    if (!isOfShipped(rank) || !this.#byName.has(name)) this.#byName.set(name, definition);
  }

  #load(vendor: number): void {
    if (this.#loaded.has(vendor)) return;
    this.#loaded.add(vendor);
    this.#source.load(vendor, this);
  }

  /** Returns the attributes that are next to an attribute. */
  #siblingsOf({ number, vendor }: AttributeDefinition): Map<number, AttributeDefinition> {
    const isOuter = number.length === (vendor ? 3 : 1);
    if (!isOuter) {
      if (vendor && vendor.extension !== null) this.#addEvsVendor(vendor);
      return this.#childrenOf(number.slice(0, -1));
    }
    const key = vendor?.number ?? 0;
    const known = this.#byVendor.get(key) ?? new Map<number, AttributeDefinition>();
    this.#byVendor.set(key, known);
    return known;
  }

  /** Adds the place of a vendor in an extended attribute, between `245.26` and its attributes. */
  #addEvsVendor(vendor: Vendor): void {
    const place = createDefinition({ name: vendor.name, vendor, path: [], dataType: 'evs' });
    this.#childrenOf(place.number.slice(0, -1)).set(vendor.number, {
      ...place,
      children: this.#childrenOf(place.number),
    });
  }

  #childrenOf(number: readonly number[]): Map<number, AttributeDefinition> {
    const key = number.join('.');
    const known = this.#children.get(key) ?? new Map<number, AttributeDefinition>();
    this.#children.set(key, known);
    return known;
  }
}

const holders: readonly string[] = ['tlv', 'extended', 'long-extended', 'evs'];
const noChildren: ReadonlyMap<number, AttributeDefinition> = new Map();

function holdsAttributes({ dataType }: AttributeDefinition): boolean {
  return holders.includes(dataType);
}

/** True for a name of a shipped section. */
function isOfShipped(rank: number): boolean {
  return rank === nameRank.shipped || rank === nameRank.unshown;
}

function lastNumber({ number }: AttributeDefinition): number {
  return number.at(-1) ?? 0;
}

function valueNamesOf({ valuesByName, namesByValue }: AttributeDefinition) {
  return { valuesByName, namesByValue };
}
