import { signature } from '../protocol/radius/authenticator.ts';
import { requirePresent, type Service } from './request.ts';

/** Status-Server: a client asks whether we are there (RFC 5997). Says yes to every client, whatever the store does. */
export const status: Service = {
  verify: ({ packet, client }) => requirePresent(signature(packet, client.secret)),
  serve: () => Promise.resolve('alive'),
};
