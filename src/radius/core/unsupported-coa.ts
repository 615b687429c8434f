import { errorCause, errorCauseAttributeType } from '../../protocol/radius/error-cause.ts';
import {
  verifyRequestAuthenticator,
  type ServiceReply,
  type PacketService,
} from './radius-request.ts';

/**
 * Answers CoA and Disconnect requests with a NAK. Over TLS one port receives all packets, so the sender needs an answer
 * (RFC 6614 section 2.5); over UDP they are dropped.
 */
export const unsupportedCoaService: PacketService<ServiceReply> = {
  verify: verifyRequestAuthenticator,
  serve: () => Promise.resolve({ result: 'unwanted', attributes: unsupportedExtension }),
};

const unsupportedExtension = Buffer.from([errorCauseAttributeType, 6, ...new Uint8Array(4)]);
unsupportedExtension.writeUInt32BE(errorCause.unsupportedExtension, 2);
