import { errorCause, errorCauseAttributeType } from '../../protocol/radius/error-cause.ts';
import {
  verifyRequestAuthenticator,
  type ServiceReply,
  type PacketService,
} from './radius-request.ts';

/**
 * CoA and Disconnect that come to us: over UDP their codes are none that our ports know, over TLS, where there is one port
 * for all, the sender is told that nobody takes them (RFC 6614 section 2.5).
 */
export const unsupportedCoaService: PacketService<ServiceReply> = {
  verify: verifyRequestAuthenticator,
  serve: () => Promise.resolve({ result: 'unwanted', attributes: unsupported }),
};

const unsupported = Buffer.from([errorCauseAttributeType, 6, ...new Uint8Array(4)]);
unsupported.writeUInt32BE(errorCause.unsupportedExtension, 2);
