import { errorCause, errorCauseType } from '../protocol/radius/error-cause.ts';
import { verifyDigest, type Served, type Service } from './request.ts';

/**
 * CoA and Disconnect that come to us: over UDP their codes are none that our ports know, over TLS, where there is one port
 * for all, the sender is told that nobody takes them (RFC 6614 section 2.5).
 */
export const unwanted: Service<Served> = {
  verify: verifyDigest,
  serve: () => Promise.resolve({ result: 'unwanted', attributes: unsupported }),
};

const unsupported = Buffer.from([errorCauseType, 6, ...new Uint8Array(4)]);
unsupported.writeUInt32BE(errorCause.unsupportedExtension, 2);
