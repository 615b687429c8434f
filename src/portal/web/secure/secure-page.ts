import { asFault } from '../../../contract/errors.ts';
import type { Gateway } from '../../../gateway/gateway.ts';
import { findPageOfPlace, findSessionByIp } from '../../page/page-store.ts';
import { isBrowserOf } from '../../secure/browser-token.ts';
import {
  listSecureNetworks,
  makeSecureProfile,
  type SecureGuest,
} from '../../secure/secure-networks.ts';
import type { View } from '../document.ts';
import { renderProblem } from '../done-view.ts';
import { isOwnForm, signForm } from '../form-token.ts';
import type { GuestRequest } from '../guest-page.ts';
import { replyOf, type GuestReply } from '../guest-reply.ts';
import { renderSecure } from './secure-view.ts';
import { translatePage } from '../texts.ts';
import type { Visit } from '../visit.ts';

interface Shown {
  readonly view: View;
  readonly visit: Visit;
}

/**
 * Gives a guest who is logged in the profiles of the networks of the place. The device is known by the address that the request
 * comes from, and its browser by what it was given at the login.
 *
 * @returns null: nobody is logged in
 */
export async function serveSecure(
  gateway: Gateway,
  request: GuestRequest,
  { visit, view }: Shown,
): Promise<GuestReply | null> {
  const { remoteAddress: ip, pageId } = request;
  const session = await findSessionByIp(gateway.store, {
    ip,
    page: pageId === null ? null : visit.page,
  });
  if (!session) return null;
  const page = visit.page ?? (await findPageOfPlace(gateway.store, session));
  const ofPage = { ...view, page: page && translatePage(page, view.language.code) };
  if (!isBrowserOf(gateway, request.keptBrowser, session.user))
    return replyOf(ofPage, renderProblem(ofPage, 'not_recalled', null), 403);
  return request.form === null
    ? show(gateway, request, { view: ofPage, guest: session })
    : give(gateway, request, { view: ofPage, guest: session });
}

interface Asked {
  readonly view: View;
  readonly guest: SecureGuest;
}

async function show(
  gateway: Gateway,
  { query, remoteAddress, userAgent }: GuestRequest,
  { view, guest }: Asked,
): Promise<GuestReply> {
  const page = renderSecure({
    ...view,
    networks: await listSecureNetworks(gateway, guest),
    userAgent: userAgent ?? '',
    address: `${gateway.config.portal.public_url}/portal/secure`,
    hidden: {
      q: query,
      form: signForm({ address: remoteAddress, query }, gateway.now()),
      lang: view.language.code,
    },
  });
  return replyOf(view, page, 200);
}

/** Gives the profile that was chosen; the page once more if none was, or the form was open for too long. */
async function give(gateway: Gateway, request: GuestRequest, asked: Asked): Promise<GuestReply> {
  const { view, guest } = asked;
  const chosen = chosenIn(request, gateway.now());
  try {
    const file = chosen && (await makeSecureProfile(gateway, guest, chosen));
    return file
      ? { ...replyOf(view, '', 200), file }
      : await show(gateway, { ...request, form: null }, asked);
  } catch (error) {
    if (asFault(error)?.kind !== 'conflict') throw error;
    return replyOf(view, renderProblem(view, 'secure_failed', null), 409);
  }
}

function chosenIn(request: GuestRequest, at: Date) {
  const { profile = '', ...form } = request.form ?? {};
  const [, network, format] = /^(\d{1,15}):(\w+)$/.exec(profile) ?? [];
  if (network === undefined || format === undefined || !isOwnForm(request, form, at)) return null;
  return { network: Number(network), format };
}
