import { randomBytes } from 'node:crypto';
import type { DecisionLog } from '../../aaa/policy/decision-log.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { attributeType } from '../../protocol/radius/attribute-type.ts';
import { decodeText, firstValue, hasAttribute, type Packet } from '../../protocol/radius/packet.ts';
import { hasProxyState } from '../../protocol/radius/proxied-attributes.ts';
import type { AccessProxy, LocalPolicy, ProxyRoute } from '../core/access-proxy.ts';
import type { RadiusRequest, ServiceReply } from '../core/radius-request.ts';
import { localName } from '../../organization/name-rules.ts';
import { StateAffinity } from './state-affinity.ts';
import type { UpstreamRegistry } from './upstream-registry.ts';
import type { UpstreamTiming } from './upstream-timing.ts';
import type { Upstream } from './upstream.ts';

const proxyStateOctets = 12;

interface AccessProxyContext {
  readonly upstreams: UpstreamRegistry;
  readonly timing: UpstreamTiming;
  readonly decisionLog: Pick<DecisionLog, 'add'>;
}

/** Access proxy of a gateway with upstreams. The code that proxies is loaded with the first request that needs it. */
export class UpstreamAccessProxy implements AccessProxy {
  readonly #gateway: Gateway;
  readonly #context: AccessProxyContext;
  readonly #stateAffinity: StateAffinity;
  /** Random per process: a request that already carries it is a proxy loop. */
  readonly #proxyState = randomBytes(proxyStateOctets);

  constructor(gateway: Gateway, context: AccessProxyContext) {
    this.#gateway = gateway;
    this.#context = context;
    this.#stateAffinity = new StateAffinity(gateway.clock);
  }

  isLoop(packet: Packet): boolean {
    return hasProxyState(packet, this.#proxyState);
  }

  /**
   * Selects the upstream whose challenge the request responds to, else the upstreams of the user's realm, else the default
   * upstreams if the user is not local or uses EAP. EAP that ends at the gateway has no route.
   */
  selectRoute(request: RadiusRequest): ProxyRoute | null {
    const { upstreams } = this.#context;
    const { packet, client } = request;
    const challenger = upstreams.find(this.#stateAffinity.upstreamOf(client.id, packet) ?? 0);
    if (challenger) return this.#routeTo([challenger], request, false);
    const pool = this.#poolOf(request);
    const hasEap = hasAttribute(packet, attributeType.eapMessage);
    const [first] = pool.upstreams;
    if (!first || (hasEap && first.row.hasEapTerminated)) return null;
    return this.#routeTo(pool.upstreams, request, pool.isDefault && !hasEap);
  }

  selectInnerRoute(request: RadiusRequest): ProxyRoute | null {
    const { upstreams, isDefault } = this.#poolOf(request);
    return upstreams[0]?.row.hasEapTerminated ? this.#routeTo(upstreams, request, isDefault) : null;
  }

  #poolOf({ packet, client }: RadiusRequest) {
    const presented = decodeText(firstValue(packet, attributeType.userName));
    const username = presented && localName(presented, client.names);
    const { organization } = client;
    return this.#context.upstreams.poolOfUser({ organization, username }, 'authentication');
  }

  #routeTo(
    upstreams: readonly Upstream[],
    request: RadiusRequest,
    sparesLocalUsers: boolean,
  ): ProxyRoute {
    return {
      sparesLocalUsers,
      serve: (policy, method) => this.#proxy(request, upstreams, { policy, method }),
    };
  }

  async #proxy(
    request: RadiusRequest,
    upstreams: readonly Upstream[],
    how: { readonly policy: LocalPolicy; readonly method: string | undefined },
  ): Promise<ServiceReply> {
    const { serveProxiedAccess } = await import('./proxied-access.ts');
    return serveProxiedAccess(request, upstreams, {
      gateway: this.#gateway,
      ...how,
      timing: this.#context.timing,
      decisionLog: this.#context.decisionLog,
      stateAffinity: this.#stateAffinity,
      proxyState: this.#proxyState,
    });
  }
}
