import type { Packet } from '../../protocol/radius/packet.ts';
import type { RadiusRequest, ServiceReply } from './radius-request.ts';

/** The upstreams that authenticate the user of an Access-Request. */
export interface ProxyRoute {
  /** True: the gateway itself decides over its own users. */
  readonly sparesLocalUsers: boolean;
  /**
   * Proxies the request to one upstream after the other until one replies.
   *
   * @throws Fault `timeout` if no upstream replied: send no reply, the client retransmits
   */
  serve(): Promise<ServiceReply>;
}

/** Sends Access-Requests to home servers, for the users that they authenticate. */
export interface AccessProxy {
  /** True if this gateway has already proxied the packet: a proxy loop. */
  isLoop(packet: Packet): boolean;
  /** Selects the route of an Access-Request. @returns null: no upstream authenticates its user, the gateway does */
  selectRoute(request: RadiusRequest): ProxyRoute | null;
}
