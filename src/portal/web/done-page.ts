import type { Gateway } from '../../gateway/gateway.ts';
import type { PortalAccess } from '../portal-access.ts';
import { sealBrowser } from '../secure/browser-token.ts';
import { hasSecureNetworks } from '../secure/secure-networks.ts';
import { replyOf, type GuestReply } from './guest-reply.ts';
import { formatTime } from './local-time.ts';
import type { View } from './document.ts';
import { renderDone } from './done-view.ts';
import type { Visit } from './visit.ts';

interface LoggedIn {
  readonly view: View;
  readonly visit: Pick<Visit, 'originalUrl'>;
}

/** Shows a guest who is logged in the step that remains, or that all is done. @param note  the key of a text for it */
export async function showDone(
  gateway: Gateway,
  { view, visit: { originalUrl }, note = null }: LoggedIn & { readonly note?: string | null },
  { session, grant, pendingReason }: PortalAccess,
): Promise<GuestReply> {
  const { expires, accessPoint, guest } = session;
  const isSecure = note === null && (await hasSecureNetworks(gateway, accessPoint));
  const until = expires && (await formatTime(gateway, expires, { site: accessPoint, ...view }));
  const isPending = pendingReason !== null;
  const page = renderDone({
    ...view,
    languages: [],
    grant,
    until,
    isPending,
    originalUrl,
    note,
    isSecure,
  });
  return {
    ...replyOf(view, page, 200),
    leadsAway: grant.method !== 'none',
    ...(isSecure && { keepsBrowser: sealBrowser(gateway, guest.id) }),
  };
}
