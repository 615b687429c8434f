import { checkMessageAuthenticator } from '../../protocol/radius/authenticator.ts';
import { requireSigned, type PacketService } from './radius-request.ts';

/** Status-Server: a client asks whether we are there (RFC 5997). Says yes to every client, whatever the store does. */
export const statusServerService: PacketService = {
  verify: ({ packet, client }) => requireSigned(checkMessageAuthenticator(packet, client.secret)),
  serve: () => Promise.resolve('alive'),
};
