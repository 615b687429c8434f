import type { Gateway } from '../../gateway/gateway.ts';
import { scopeOfPage, type ServedPage } from '../page/page-store.ts';
import {
  findRecalledGuest,
  recallKinds,
  recallSeconds,
  sealRecall,
  type RecallKind,
  type RecalledGuest,
} from '../recall.ts';

/** A sealed login for a browser to keep, for a number of seconds. */
export interface KeptLogin {
  readonly sealed: string;
  readonly seconds: number;
}

/** A login on a page, as the browser is to remember it. */
interface NewLogin {
  readonly page: ServedPage;
  readonly mac: string;
  readonly user: number;
  /** Kind of the form. */
  readonly kind: string;
  /** The guest that the browser remembers already, or null. */
  readonly recalled: RecalledGuest | null;
}

/** Finds the guest that the browser remembers, if the page still offers the kind of its login. */
export async function recallGuest(
  gateway: Gateway,
  { page, sealed }: { readonly page: ServedPage; readonly sealed: string },
): Promise<RecalledGuest | null> {
  if (sealed === '') return null;
  const scope = await scopeOfPage(gateway.store, page.organization);
  const guest = await findRecalledGuest(gateway, { sealed, scope });
  return guest && page.loginKinds.includes(guest.kind) ? guest : null;
}

/** True if the guest has accepted this version of the terms of this page at an earlier login. */
export function hasAcceptedTerms(recalled: RecalledGuest | null, page: ServedPage): boolean {
  return recalled?.page === page.id && recalled.terms === page.termsVersion;
}

/** Seals a login by password or code, and one of a guest who was recalled with the time that it had; null: another kind. */
export async function keepLogin(gateway: Gateway, login: NewLogin): Promise<KeptLogin | null> {
  const { page, mac, user } = login;
  const kept = originOf(gateway, login);
  const seconds = kept ? recallSeconds(gateway, kept.since) : 0;
  if (!kept || seconds <= 0) return null;
  const terms = page.terms === null ? null : page.termsVersion;
  const sealed = await sealRecall(gateway, { user, mac, page: page.id, terms, ...kept });
  return sealed === null ? null : { sealed, seconds };
}

function originOf(
  { now }: Gateway,
  { kind, recalled }: NewLogin,
): { readonly kind: RecallKind; readonly since: number } | null {
  if (kind === 'recall') return recalled && { kind: recalled.kind, since: recalled.since };
  const remembered = recallKinds.find((one) => one === kind);
  return remembered ? { kind: remembered, since: now().getTime() } : null;
}
