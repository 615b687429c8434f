import { fileURLToPath } from 'node:url';
import { attribute } from '../protocol/radius/attribute.ts';
import { readDictionaries, type Definition, type Vendor } from '../protocol/radius/dictionary-file.ts';
import { namedValues } from '../protocol/radius/named.ts';
import { all, type Packet } from '../protocol/radius/packet.ts';

export interface Words {
  readonly name: string;
  readonly value: string;
}

const shipped = [
  new URL('../dictionaries/', import.meta.resolve('radius')),
  new URL('../../../config/radius/', import.meta.url),
].map((url) => fileURLToPath(url));
/** By vendor's number, 0 for the RFCs' own, and type. */
type Definitions = ReadonlyMap<number, ReadonlyMap<number, Definition>>;

const struckOut = '***';
/** What must not be shown (RFC 2866 section 4.1), or is a secret by its name where no dictionary says so. */
const neverShown: readonly number[] = [attribute.userPassword, attribute.chapPassword, attribute.replyMessage, attribute.state];
const isSecretName = /password|passphrase|secret|psk|(^|-)key(-|$)/i;

/**
 * Reads packets out in the names of the dictionaries. They are read when the first such packet comes: most gateways never
 * see one.
 */
export class PacketWords {
  readonly #folders: readonly string[];
  #definitions: Definitions | null = null;

  /** @param folder  a site's own dictionaries, which win; empty: none */
  constructor(folder: string) {
    this.#folders = folder === '' ? shipped : [...shipped, folder];
  }

  /** All attributes; what no dictionary has, and values that their type can not have, are octets in hexadecimal. */
  of(packet: Packet): Words[] {
    const types = [...new Set(packet.starts.map((start) => packet.octets.readUInt8(start)))];
    return types.flatMap((type) => (type === attribute.vendorSpecific ? this.#ofVendors(packet) : this.#ofType(packet, type)));
  }

  #ofType(packet: Packet, type: number): Words[] {
    const raw = all(packet, type).map((octets) => octets.subarray(2));
    const definition = this.#of(0)?.get(type);
    if (!definition) return raw.map((octets) => octetsOf(`Attr-${type}`, octets));
    if (isSecret(definition)) return raw.map(() => ({ name: definition.name, value: struckOut }));
    const values = namedValues(packet, definition);
    if (values.length < raw.length) return raw.map((octets) => octetsOf(definition.name, octets));
    return values.map(({ text }) => ({ name: definition.name, value: text }));
  }

  #ofVendors(packet: Packet): Words[] {
    const raw = all(packet, attribute.vendorSpecific).map((octets) => octets.subarray(2));
    return [...new Set(raw.map(vendorOf))].flatMap((vendor) => {
      const ofVendor = raw.filter((octets) => vendorOf(octets) === vendor);
      const known = this.#known(vendor, ofVendor).flatMap((definition) => named(packet, definition));
      return known.length > 0 ? known : ofVendor.map((octets) => octetsOf('Vendor-Specific', octets));
    });
  }

  /** Definitions of the attributes that a vendor's octets may hold. */
  #known(vendor: number, raw: readonly Buffer[]): Definition[] {
    const definitions = vendor === 0 ? undefined : this.#of(vendor);
    const [any] = definitions?.values() ?? [];
    if (!definitions || !any?.vendor) return [];
    const sizes = any.vendor;
    const types = new Set(raw.flatMap((octets) => typesIn(octets.subarray(vendorOctets), sizes)));
    return [...types].flatMap((type) => definitions.get(type) ?? []);
  }

  #of(vendor: number): ReadonlyMap<number, Definition> | undefined {
    this.#definitions ??= byVendor(readDictionaries(this.#folders));
    return this.#definitions.get(vendor);
  }
}

const vendorOctets = 4;

/** @returns 0 where there is no room for a vendor's number and anything after it */
function vendorOf(octets: Buffer): number {
  return octets.length > vendorOctets ? octets.readUInt32BE(0) : 0;
}

function typesIn(octets: Buffer, { typeOctets, lengthOctets }: Pick<Vendor, 'typeOctets' | 'lengthOctets'>): number[] {
  const types: number[] = [];
  const header = typeOctets + lengthOctets;
  for (let at = 0; at + header <= octets.length;) {
    types.push(octets.readUIntBE(at, typeOctets));
    const length = lengthOctets === 0 ? octets.length - at : octets.readUIntBE(at + typeOctets, lengthOctets);
    at += Math.max(header, length);
  }
  return types;
}

function byVendor(definitions: ReadonlyMap<string, Definition>): Definitions {
  const found = new Map<number, Map<number, Definition>>();
  for (const definition of definitions.values()) {
    const vendor = definition.vendor?.number ?? 0;
    const known = found.get(vendor) ?? new Map<number, Definition>();
    found.set(vendor, known.set(definition.type, definition));
  }
  return found;
}

function named(packet: Packet, definition: Definition): Words[] {
  const { name } = definition;
  return namedValues(packet, definition).map(({ text }) => ({ name, value: isSecret(definition) ? struckOut : text }));
}

function isSecret({ name, type, vendor, encryption }: Definition): boolean {
  return encryption > 0 || (vendor === null && neverShown.includes(type)) || isSecretName.test(name);
}

function octetsOf(name: string, octets: Buffer): Words {
  return { name, value: `0x${octets.toString('hex')}` };
}
