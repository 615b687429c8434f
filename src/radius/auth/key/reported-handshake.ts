import { parseCalledStationId } from '../../../aaa/client/access-point-identifiers.ts';
import { canonicalMac } from '../../../contract/fields.ts';
import type { ReportedHandshake } from '../../../protocol/eapol/four-way-handshake.ts';
import {
  decodeAttributeValues,
  findAttributeDefinition,
} from '../../../protocol/radius/attribute-codec.ts';
import { attributeType } from '../../../protocol/radius/attribute-type.ts';
import type { Dictionary } from '../../../protocol/radius/dictionary.ts';
import { firstText, type Packet } from '../../../protocol/radius/packet.ts';
import type { HandshakeAttributes } from './key-vendors.ts';

const empty = Buffer.alloc(0);

/** Returns the network of the device: by Called-Station-Id, or by the attribute of the vendor. */
export function readSsid(
  packet: Packet,
  attributes: HandshakeAttributes | null,
  dictionary: Dictionary,
): string | null {
  const name = attributes?.ssid ?? null;
  const own = name === null ? null : (firstOctets(packet, name, dictionary)?.toString() ?? null);
  return own ?? parseCalledStationId(firstText(packet, attributeType.calledStationId)).ssid;
}

/**
 * Reads the handshake that an Access-Request reports. What is missing is empty.
 *
 * @param mac  address of the device, canonical
 * @returns    null: it reports none
 */
export function readHandshake(
  packet: Packet,
  { mac, attributes }: { readonly mac: string; readonly attributes: HandshakeAttributes },
  dictionary: Dictionary,
): ReportedHandshake | null {
  const octetsOf = (name: string) => firstOctets(packet, name, dictionary);
  const frame = octetsOf(attributes.frame);
  if (!frame) return null;
  const radio = attributes.radio === null ? null : octetsOf(attributes.radio);
  const called = parseCalledStationId(firstText(packet, attributeType.calledStationId)).mac;
  return {
    authenticator: radio ?? octetsOfMac(called),
    supplicant: octetsOfMac(mac),
    authenticatorNonce: octetsOf(attributes.nonce) ?? empty,
    frame,
  };
}

function firstOctets(packet: Packet, name: string, dictionary: Dictionary): Buffer | null {
  const definition = findAttributeDefinition(dictionary, name);
  const [value] = definition ? decodeAttributeValues(packet, definition, dictionary) : [];
  return value?.octets ?? null;
}

function octetsOfMac(mac: string | null): Buffer {
  return Buffer.from((canonicalMac(mac ?? '') ?? '').replaceAll(':', ''), 'hex');
}
