import type { Gateway } from '../../gateway/gateway.ts';
import {
  findPageOfPlace,
  findPlaceNames,
  findSessionByIp,
  type OpenSession,
} from '../page/page-store.ts';
import { findGuestDevices, logOutGuest, logOutGuestDevice } from '../portal-logout.ts';
import { findRemainder, waitsForNas } from '../session-remainder.ts';
import { hasSecureNetworks } from '../secure/secure-networks.ts';
import { isOwnForm, signForm } from './form-token.ts';
import type { GuestRequest } from './guest-page.ts';
import { replyOf, type GuestReply } from './guest-reply.ts';
import { formatTime } from './local-time.ts';
import { translatePage } from './texts.ts';
import { logOutOwn, renderLoggedOut, renderStatus, type GuestDevice } from './status-view.ts';
import { renderDone } from './done-view.ts';
import type { View } from './document.ts';
import type { Visit } from './visit.ts';

/** Letters of a MAC address that a guest is shown of its devices: two octets, which are enough to recognize one, and not to pass for it. */
const endingLength = 5;

interface Shown {
  readonly view: View;
  readonly visit: Visit;
}

/**
 * The state of a guest's connection: for `/portal/status`, for a device that its NAS sends back after the login, and for a page
 * that is opened without a redirect. The device is known by the address that the request comes from, since everything else is
 * the sender's own words.
 */
export class StatusPage {
  readonly #gateway: Gateway;

  constructor(gateway: Gateway) {
    this.#gateway = gateway;
  }

  /** @returns null: the login is to be shown */
  async serve(request: GuestRequest, shown: Shown): Promise<GuestReply | null> {
    if (!isAboutStatus(request, shown.visit)) return null;
    const { form, remoteAddress: ip, pageId } = request;
    const { visit, view } = shown;
    const { store } = this.#gateway;
    const session = await findSessionByIp(store, { ip, page: pageId === null ? null : visit.page });
    if (!session) return isConnected(visit) && form === null ? showConnected(shown) : null;
    const page = visit.page ?? (await findPageOfPlace(store, session));
    const ofPage = { ...view, page: page && translatePage(page, view.language.code) };
    return form === null
      ? this.#show(request, ofPage, session)
      : this.#end(request, ofPage, session);
  }

  async #show(request: GuestRequest, view: View, session: OpenSession): Promise<GuestReply> {
    const { query, remoteAddress } = request;
    const at = this.#gateway.now();
    const isPending = new URLSearchParams(query).get('pending') !== null;
    if (isPending && (await waitsForNas(this.#gateway, session)))
      return replyOf(view, renderPending(view), 200);
    const { seconds, octets, devices: most } = await findRemainder(this.#gateway, session, at);
    const end = seconds === null ? null : new Date(at.getTime() + seconds * 1000);
    const until =
      end && (await formatTime(this.#gateway, end, { site: session, language: view.language }));
    const page = renderStatus({
      ...view,
      until,
      seconds,
      octets,
      devices: { ...(await this.#devicesOf(view, session)), most },
      name: nameOf(this.#gateway, request),
      isSecure: await hasSecureNetworks(this.#gateway, session),
      otherCode: await this.#loginOf(view, session),
      hidden: {
        q: query,
        form: signForm({ address: remoteAddress, query }, at),
        lang: view.language.code,
      },
    });
    return replyOf(view, page, 200);
  }

  /** Returns the devices of a guest, the one that asks first. */
  async #devicesOf({ language }: View, session: OpenSession) {
    const { count, own } = await findGuestDevices(this.#gateway, session);
    const shown = own.map(async ({ id, mac, opened }): Promise<GuestDevice> => {
      const since = await formatTime(this.#gateway, new Date(opened), { site: session, language });
      return { session: id, ending: mac.slice(-endingLength), since, isOwn: id === session.id };
    });
    const devices = await Promise.all(shown);
    return { count, shown: devices.toSorted((a, b) => Number(b.isOwn) - Number(a.isOwn)) };
  }

  /** Returns the address of the login page of a session's device, for another code; null: its access point is gone. */
  async #loginOf({ page, language }: View, session: OpenSession): Promise<string | null> {
    const { access_point: id, mac, ip } = session;
    if (page === null || id === null) return null;
    const names = await findPlaceNames(this.#gateway.store, id);
    if (!names) return null;
    const place = names.mac === null ? { nas_id: names.identifier ?? '' } : { ap_mac: names.mac };
    const query = new URLSearchParams({ ...place, mac, ip, lang: language.code });
    return `/portal/${page.id}/?${query.toString()}`;
  }

  /** Logs out this device, or another one of the guest. */
  async #end(request: GuestRequest, view: View, session: OpenSession): Promise<GuestReply> {
    const form = request.form ?? {};
    if (!isOwnForm(request, form, this.#gateway.now())) return this.#show(request, view, session);
    const { logout = '' } = form;
    if (logout !== logOutOwn) {
      await logOutGuestDevice(this.#gateway, session, logout);
      return this.#show(request, view, session);
    }
    const { organization, mac } = session;
    await logOutGuest(this.#gateway, { organization, organizations: [organization] }, { mac });
    return replyOf(view, renderLoggedOut(view, await this.#loginOf(view, session)), 200);
  }
}

/** Returns what a guest types to see its connection again: the listener of the portal leads there from its root. */
function nameOf({ config }: Gateway, { pageId }: GuestRequest): string | null {
  const { public_url, listener } = config.portal;
  if (public_url === '') return null;
  const { host } = new URL(public_url);
  if (pageId !== null) return `${host}/portal/${pageId}/`;
  return listener.enabled ? host : `${host}/portal/`;
}

/** True if the state is asked for, by its own path or the NAS, or if nothing says which device is to log in. */
function isAboutStatus({ form, part }: GuestRequest, visit: Visit): boolean {
  if (form !== null) return form['logout'] !== undefined;
  const { mac, place, page } = visit;
  return part === 'status' || isConnected(visit) || mac === null || place === null || page === null;
}

function isConnected({ outcome }: Visit): boolean {
  return outcome?.kind === 'connected';
}

function renderPending(view: View): string {
  return renderDone({ ...view, ...unlimited, isPending: true });
}

const unlimited = {
  grant: { method: 'none', url: null, fields: {} },
  until: null,
  originalUrl: null,
  note: null,
  isSecure: false,
} as const;

/** Answers a device whose NAS says that it is connected, and whose session another address has. */
function showConnected({ view, visit }: Shown): GuestReply {
  const { originalUrl } = visit;
  const page = renderDone({ ...view, ...unlimited, isPending: false, originalUrl });
  return replyOf(view, page, 200);
}
