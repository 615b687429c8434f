import { attributeType } from '../../protocol/radius/attribute-type.ts';
import { allValues, type Packet } from '../../protocol/radius/packet.ts';
import {
  encodeAttribute,
  maxValueOctets,
  splitValue,
} from '../../protocol/radius/vendor-specific.ts';

/** Joins the EAP packet of a request, which is split over its EAP-Messages (RFC 3579 section 3.1). */
export function readEapMessage(packet: Packet): Buffer {
  return Buffer.concat(allValues(packet, attributeType.eapMessage));
}

/** Encodes an EAP packet as EAP-Messages. */
export function encodeEapMessage(eap: Buffer): Buffer {
  return Buffer.concat(
    splitValue(eap, maxValueOctets).flatMap(
      (part) => encodeAttribute(attributeType.eapMessage, part) ?? [],
    ),
  );
}
