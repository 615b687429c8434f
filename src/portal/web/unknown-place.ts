import type { Gateway } from '../../gateway/gateway.ts';
import { logGuestEvent } from '../guest-log.ts';
import { findOnlyPage, findOnlyPlace, findRoot } from '../page/page-store.ts';
import { findLeasedDevice } from '../reported-device.ts';
import type { View } from './document.ts';
import { renderDone, renderProblem } from './done-view.ts';
import type { GuestRequest } from './guest-page.ts';
import { replyOf, type GuestReply } from './guest-reply.ts';
import type { Visit } from './visit.ts';

/** Plain HTTP, which an access point answers with its redirect. */
const redirectedUrl = 'http://neverssl.com/';

/**
 * Finds the device of a page that is opened without a redirect, as phones open it from their settings (RFC 8910): by the lease of
 * its address, where the page has only one access point.
 *
 * @returns the visit unchanged if it names a device or a place, or nothing is found
 */
export async function completeVisit(
  gateway: Gateway,
  { pageId, remoteAddress }: GuestRequest,
  visit: Visit,
): Promise<Visit> {
  if (visit.mac !== null || visit.place !== null) return visit;
  const page = pageId === null ? await findOnlyPage(gateway.store) : visit.page;
  const place = page && (await findOnlyPlace(gateway.store, page));
  const mac = place && (await findLeasedDevice(gateway, place, remoteAddress));
  return mac === null ? visit : { ...visit, page, place, mac, ip: remoteAddress };
}

/** Parameters that are no redirect. */
const ownParameters = new Set(['code', 'token', 'lang', 'pending']);
const maxDetail = 500;

/** Leaves a row of a redirect that leads to no place, with its parameters; an operator sees there what an access point sends. */
export async function logUnknownPlace(
  gateway: Gateway,
  request: GuestRequest,
  visit: Visit,
): Promise<void> {
  const { remoteAddress: ip, userAgent: user_agent } = request;
  const parameters = redirectIn(request);
  const organization = visit.page?.organization ?? (await findRoot(gateway.store));
  if (parameters === '' || organization === null) return;
  const detail = `${missingIn(visit)}: ${parameters}`.slice(0, maxDetail);
  const event = { type: 'pv', status: 404, detail, organization, user_agent, ip } as const;
  await logGuestEvent(gateway, { ...event, ...placeOf(visit) }, ip);
}

/** Returns the parameters of a redirect as text; empty: the page was opened by itself, or a form is posted. */
function redirectIn({ query, form }: GuestRequest): string {
  if (form !== null) return '';
  const sent = [...new URLSearchParams(query)].filter(([name]) => !ownParameters.has(name));
  return sent.map(([name, value]) => `${name}=${value}`).join(' ');
}

function missingIn({ place, page }: Visit): string {
  if (place === null) return 'no access point';
  return page === null ? 'no page' : 'no device';
}

function placeOf({ place, page, mac }: Visit) {
  return {
    access_point: place?.id ?? null,
    location: place?.location ?? null,
    page: page?.id ?? null,
    mac,
  };
}

/**
 * Answers a link that is not a redirect, such as a voucher's QR code or that of RFC 8908: the access point has to redirect the
 * device first, which it does with a page of plain HTTP. A guest with a code is led there, since it is on its way in.
 *
 * @param code  empty: the link has none
 */
export function showUnknownPlace(view: View, code: string): GuestReply {
  if (code === '') return replyOf(view, renderProblem(view, 'unknown_place', redirectedUrl), 404);
  const grant = { method: 'redirect', url: redirectedUrl, fields: {} } as const;
  const nothing = { until: null, originalUrl: null, note: null, isSecure: false };
  const way = { grant, isPending: false, ...nothing };
  return { ...replyOf(view, renderDone({ ...view, ...way }), 200), keepsCode: code };
}
