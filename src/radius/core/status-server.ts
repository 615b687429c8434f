import { checkMessageAuthenticator } from '../../protocol/radius/authenticator.ts';
import { requireSigned, type PacketService } from './radius-request.ts';

/** Answers Status-Server (RFC 5997), by which a client checks that the gateway runs, even if the store does not. */
export const statusServerService: PacketService = {
  verify: ({ packet, client }) => requireSigned(checkMessageAuthenticator(packet, client.secret)),
  serve: () => Promise.resolve('alive'),
};
