import radius from 'radius';
import { attribute } from './attribute.ts';
import { headerOctets } from './packet.ts';

/** Highest number that any of the dictionaries names. */
const highest = 255;
const perPacket = 128;

export type Naming = (value: number | null) => string | null;

/** Attributes whose numbers have names, each with its dictionary. */
export interface Dictionary {
  readonly terminateCause: Naming;
  readonly serviceType: Naming;
  readonly framedProtocol: Naming;
  readonly nasPortType: Naming;
  readonly authentic: Naming;
}

/**
 * Loads the names of enumerated values from the dictionaries of the package `radius`: they are FreeRADIUS' own, so
 * what is stored reads as in any other `radacct`. A number without a name is its own name.
 */
export function loadDictionary(): Dictionary {
  return {
    terminateCause: naming('Acct-Terminate-Cause', attribute.acctTerminateCause),
    serviceType: naming('Service-Type', attribute.serviceType),
    framedProtocol: naming('Framed-Protocol', attribute.framedProtocol),
    nasPortType: naming('NAS-Port-Type', attribute.nasPortType),
    authentic: naming('Acct-Authentic', attribute.acctAuthentic),
  };
}

function naming(name: string, type: number): Naming {
  const names = [...namesFrom(name, { type, start: 0 }), ...namesFrom(name, { type, start: perPacket })];
  return (value) => (value === null ? null : (names[value] ?? String(value)));
}

interface Range {
  readonly type: number;
  readonly start: number;
}

/** The package has no way to ask for a name but to decode, so it decodes a packet that holds every number once. */
function namesFrom(name: string, { type, start }: Range): string[] {
  const numbers = Array.from({ length: Math.min(perPacket, highest + 1 - start) }, (_, offset) => start + offset);
  const values = Buffer.concat(numbers.map((number) => Buffer.from([type, 6, 0, 0, 0, number])));
  const header = Buffer.alloc(headerOctets);
  header.writeUInt8(1, 0);
  header.writeUInt16BE(headerOctets + values.length, 2);
  const decoded: unknown = radius.decode_without_secret({ packet: Buffer.concat([header, values]) }).attributes;
  return listOf(decoded, name).map(String);
}

function listOf(decoded: unknown, name: string): readonly unknown[] {
  const values: unknown = typeof decoded === 'object' && decoded !== null ? Reflect.get(decoded, name) : undefined;
  if (!Array.isArray(values)) throw new Error(`the dictionaries of the package radius do not know ${name}`);
  return values;
}
