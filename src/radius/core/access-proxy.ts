import type { Packet } from '../../protocol/radius/packet.ts';
import type { RadiusRequest, ServiceReply } from './radius-request.ts';

/** Sends Access-Requests to home servers, for the users that they authenticate. */
export interface AccessProxy {
  /** True if this gateway has already proxied the packet: a proxy loop. */
  isLoop(packet: Packet): boolean;
  /**
   * Proxies an Access-Request to the upstreams that authenticate its user, one after the other until one replies.
   *
   * @param isLocalUser  resolves to true if the request's user is stored here; called only if the answer matters
   * @returns            null: no upstream authenticates this user, the gateway does
   * @throws Fault       `timeout` if no upstream replied: send no reply, the client retransmits
   */
  serve(
    request: RadiusRequest,
    isLocalUser: (request: RadiusRequest) => Promise<boolean>,
  ): Promise<ServiceReply | null>;
}
