import type { LoginDecision } from '../../aaa/policy/login-decision.ts';
import type { Packet } from '../../protocol/radius/packet.ts';
import type { RadiusRequest, ServiceReply } from './radius-request.ts';

/** A user whom an upstream has authenticated. */
export interface ProvenUser {
  readonly username: string;
  /** The authentication method, as the decision log names it. */
  readonly method: string;
}

/** Decisions over users of the gateway whom upstreams have authenticated. */
export interface LocalPolicy {
  /** @returns null: there is no such user @throws Fault if the store cannot be read or written */
  decide(proven: ProvenUser): Promise<LoginDecision | null>;
  /**
   * Returns the attributes of an Access-Reject that replaces the upstream's Accept.
   *
   * @param decision  null: the grant cannot be sent
   * @throws Fault if the store cannot be read
   */
  rejectAttributes(decision: LoginDecision | null): Promise<Buffer>;
}

/** The upstreams that authenticate the user of an Access-Request. */
export interface ProxyRoute {
  /** True: the gateway itself decides over its own users. */
  readonly sparesLocalUsers: boolean;
  /**
   * Proxies the request to one upstream after the other until one replies. An Accept meets the local policy.
   *
   * @param method  the authentication method for the decision log; default: as the request has it
   * @throws Fault `timeout` if no upstream replied: send no reply, the client retransmits
   */
  serve(policy: LocalPolicy, method?: string): Promise<ServiceReply>;
}

/** Sends Access-Requests to home servers, for the users that they authenticate. */
export interface AccessProxy {
  /** True if this gateway has already proxied the packet: a proxy loop. */
  isLoop(packet: Packet): boolean;
  /** Selects the route of an Access-Request. @returns null: no upstream authenticates its user, the gateway does */
  selectRoute(request: RadiusRequest): ProxyRoute | null;
  /** Selects the route of a login inside of EAP that the gateway terminates. @returns as `selectRoute` */
  selectInnerRoute(request: RadiusRequest): ProxyRoute | null;
}
