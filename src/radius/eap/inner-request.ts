import { attributeType } from '../../protocol/radius/attribute-type.ts';
import { attributeAt, headerOctets, readPacket } from '../../protocol/radius/packet.ts';
import { encodeAttribute } from '../../protocol/radius/vendor-specific.ts';
import type { RadiusRequest } from '../core/radius-request.ts';

/** Attributes of the conversation, which the login inside does not have. */
const outer: ReadonlySet<number> = new Set([
  attributeType.userName,
  attributeType.state,
  attributeType.eapMessage,
  attributeType.messageAuthenticator,
]);

const noCredential: Buffer = Buffer.alloc(0);

/**
 * Returns the request as policy and decision log see it: with the identity inside the tunnel as User-Name, and all that the
 * NAS says of the device.
 *
 * @param credential  attributes of the credential, encoded; default: none
 * @returns null: the name is too long for an attribute, or the packet too long
 */
export function innerRequest(
  request: RadiusRequest,
  username: Buffer,
  credential = noCredential,
): RadiusRequest | null {
  const { packet } = request;
  const name = encodeAttribute(attributeType.userName, username);
  if (!name) return null;
  const others = packet.attributeOffsets
    .filter((offset) => !outer.has(packet.octets[offset] ?? 0))
    .map((offset) => attributeAt(packet, offset));
  const octets = Buffer.concat([
    packet.octets.subarray(0, headerOctets),
    name,
    credential,
    ...others,
  ]);
  octets.writeUInt16BE(octets.length, 2);
  const inner = readPacket(octets);
  return typeof inner === 'string' ? null : { ...request, packet: inner };
}
