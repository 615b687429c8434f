import { findLinksOfPlace } from '../../aaa/pms/link-store.ts';
import { failed, ok, warning, type Found } from '../../contract/finding.ts';
import type { Config } from '../../config/load-config.ts';
import { hostsOfIssuer, paymentHosts } from '../../portal/step/walled-garden.ts';
import { findServiceSettings } from '../../portal/step/service-store.ts';
import { hasPaymentKey } from '../../portal/payment/payment-store.ts';
import type { SteppedKind } from '../../portal/page/portal-page.ts';
import type { Store } from '../../store/store.ts';

/** Where a kind of login is offered. */
interface Offer {
  readonly store: Store;
  readonly config: Pick<Config, 'portal'>;
  readonly page: { readonly id: number };
  readonly place: { readonly organization: number; readonly location: number | null };
}

/** Checks of kinds of logins that need something of their own beside a page. */
export const wayChecks: Partial<Readonly<Record<SteppedKind, (offer: Offer) => Promise<Found>>>> = {
  oidc: checkIssuer,
  payment: checkAccount,
  room: checkLinks,
};

/** What the access points must let through before the login. */
function gardenOf(hosts: readonly string[]): string {
  return `allow before the login (walled garden): ${hosts.join(', ')}`;
}

/** A service names the issuer of the place. */
async function checkIssuer({ store, place, config }: Offer): Promise<Found> {
  const service = await findServiceSettings(store, 'oidc', place);
  if (!service) return failed('oidc: no portal_service of kind oidc serves it', 'create one');
  return config.portal.public_url === ''
    ? failed('oidc: the issuer sends guests back to portal.public_url', 'set portal.public_url')
    : ok(`oidc: by the portal_service "${service.name}"; ${gardenOf(hostsOfIssuer(service))}`);
}

/** The page has a key at the payment provider. */
async function checkAccount({ store, page }: Offer): Promise<Found> {
  return (await hasPaymentKey(store, page.id))
    ? ok(`payment: the page has a key at the payment provider; ${gardenOf(paymentHosts)}`)
    : failed('payment: the page has no payment_key', 'set payment_key of the page');
}

/** A hotel system serves the access point, and its link is alive. */
async function checkLinks({ store, place }: Offer): Promise<Found> {
  const links = await findLinksOfPlace(store, place);
  if (links.length === 0)
    return failed(
      'room: no active pms_link serves the access point',
      'create a pms_link, or take room out of login_kinds',
    );
  const down = links.filter(({ state }) => state !== 'up').map(({ name }) => `"${name}"`);
  return down.length === 0
    ? ok(`room: ${links.map(({ name }) => `"${name}"`).join(', ')} is connected`)
    : warning(
        `room: the link ${down.join(', ')} is down; guests who are known still log in`,
        'see last_error of the pms_link',
      );
}
