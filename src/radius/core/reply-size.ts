import { attributeType } from '../../protocol/radius/attribute-type.ts';
import {
  allAttributes,
  headerOctets,
  maxPacketOctets,
  type Packet,
} from '../../protocol/radius/packet.ts';

const messageAuthenticatorOctets = 18;

/** Counts the octets that a reply has left for attributes, beside header, Message-Authenticator and Proxy-States. */
export function countReplyOctetsLeft(request: Packet): number {
  return (
    maxPacketOctets -
    headerOctets -
    messageAuthenticatorOctets -
    Buffer.concat(allAttributes(request, attributeType.proxyState)).length
  );
}
