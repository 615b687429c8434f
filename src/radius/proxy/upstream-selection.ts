import { attributeType } from '../../protocol/radius/attribute-type.ts';
import { firstValue, hasAttribute } from '../../protocol/radius/packet.ts';
import { decodeText } from '../../protocol/radius/value-decoder.ts';
import type { StateAffinity } from './state-affinity.ts';
import { realmOf } from '../../aaa/account/realm.ts';
import type { RadiusRequest } from '../core/radius-request.ts';
import type { Upstream } from './upstream.ts';
import type { UpstreamRegistry } from './upstream-registry.ts';

interface SelectionContext {
  readonly upstreams: UpstreamRegistry;
  readonly stateAffinity: StateAffinity;
  /** Whether whoever logs in is one of our own users. */
  readonly isLocalUser: (request: RadiusRequest) => Promise<boolean>;
}

/**
 * Who decides over a login: the upstream that it is in a conversation with, those of the user's realm, or those for
 * everybody else, where the user is not ours or speaks EAP, which we do not.
 *
 * @returns upstreams in the order in which they are asked; none: we do
 */
export async function selectUpstreams(
  request: RadiusRequest,
  { upstreams, stateAffinity, isLocalUser }: SelectionContext,
): Promise<readonly Upstream[]> {
  if (upstreams.isEmpty) return [];
  const { packet, client } = request;
  const partner = upstreams.find(stateAffinity.upstreamOf(client.id, packet) ?? 0);
  if (partner) return [partner];
  const realm = realmOf(decodeText(firstValue(packet, attributeType.userName)));
  const ofRealm =
    realm === null ? [] : upstreams.candidatesFor(client.organization, realm, 'authentication');
  if (ofRealm.length > 0) return ofRealm;
  const others = upstreams.candidatesFor(client.organization, null, 'authentication');
  if (others.length === 0) return [];
  const hasEap = hasAttribute(packet, attributeType.eapMessage);
  return hasEap || !(await isLocalUser(request)) ? others : [];
}
