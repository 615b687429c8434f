import type { RadiusRequest, ServiceReply } from './radius-request.ts';

/** The EAP server of the gateway. */
export interface EapAccess {
  /** True if the request belongs to a conversation of this gateway, by its State. */
  continues(request: RadiusRequest): boolean;
  /** @throws Fault if the request cannot be served now: no reply is sent, and the client retransmits */
  serve(request: RadiusRequest): Promise<ServiceReply>;
}
