import type { LoginDecision } from '../../aaa/policy/login-decision.ts';
import type { RadiusRequest, ServiceReply } from './radius-request.ts';

/** How a login inside of EAP is proxied. */
export interface InnerProxying {
  /** The authentication method for the decision log. */
  readonly method: string;
  /** Refuses what the gateway would accept by another method. */
  readonly checkMethod: (decision: LoginDecision) => LoginDecision;
}

/**
 * Proxies a login that was inside of EAP, as a request without EAP.
 *
 * @returns null: no upstream authenticates its user, the gateway does
 * @throws Fault if no upstream replied, or the store cannot be read
 */
export type ProxyInnerLogin = (
  inner: RadiusRequest,
  how: InnerProxying,
) => Promise<ServiceReply | null>;

/** The EAP server of the gateway. */
export interface EapAccess {
  /** True if the request belongs to a conversation of this gateway, by its State. */
  continues(request: RadiusRequest): boolean;
  /**
   * @param proxyInner  null: there is no upstream
   * @throws Fault if the request cannot be served now: no reply is sent, and the client retransmits
   */
  serve(request: RadiusRequest, proxyInner: ProxyInnerLogin | null): Promise<ServiceReply>;
}
