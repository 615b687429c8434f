import { attribute } from '../protocol/radius/attribute.ts';
import { first, has } from '../protocol/radius/packet.ts';
import { text } from '../protocol/radius/value.ts';
import type { Conversations } from './conversations.ts';
import { realmOf } from './realm.ts';
import type { Request } from './request.ts';
import type { Upstream } from './upstream.ts';
import type { Upstreams } from './upstreams.ts';

interface Means {
  readonly upstreams: Upstreams;
  readonly conversations: Conversations;
  /** Whether whoever logs in is one of our own users. */
  readonly isOurs: (request: Request) => Promise<boolean>;
}

/**
 * Who decides over a login: the upstream that it is in a conversation with, those of the user's realm, or those for
 * everybody else, where the user is not ours or speaks EAP, which we do not.
 *
 * @returns upstreams in the order in which they are asked; none: we do
 */
export async function destinationOf(request: Request, { upstreams, conversations, isOurs }: Means): Promise<readonly Upstream[]> {
  if (upstreams.isEmpty) return [];
  const { packet, client } = request;
  const partner = upstreams.find(conversations.upstreamOf(client.id, packet) ?? 0);
  if (partner) return [partner];
  const realm = realmOf(text(first(packet, attribute.userName)));
  const ofRealm = realm === null ? [] : upstreams.serving(client.organization, realm, 'authentication');
  if (ofRealm.length > 0) return ofRealm;
  const others = upstreams.serving(client.organization, null, 'authentication');
  if (others.length === 0) return [];
  const hasEap = has(packet, attribute.eapMessage);
  return hasEap || !(await isOurs(request)) ? others : [];
}
