import { checkMessageAuthenticator } from '../../protocol/radius/authenticator.ts';
import type { PacketService } from './radius-request.ts';

/** Answers Status-Server (RFC 5997): a client checks that the gateway runs, even if the store does not. */
export const statusServerService: PacketService = {
  verify({ packet, client }) {
    const signature = checkMessageAuthenticator(packet, client.secret);
    if (signature === 'valid') return null;
    return signature === 'absent' ? 'message_authenticator_missing' : 'message_authenticator';
  },
  serve: () => Promise.resolve('alive'),
};
