import { isIP } from 'node:net';
import { canonicalMac } from '../../contract/fields.ts';
import { deviceMac } from '../device-mac.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { findPortalController } from '../controller/controller-store.ts';
import type { Outcome, RedirectParameters } from '../dialect/dialect.ts';
import {
  detectDialect,
  dialects,
  findDialect,
  plainUrl,
  readRedirect,
  type DialectName,
} from '../dialect/dialects.ts';
import type { Dialect } from '../dialect/dialect.ts';
import {
  findPageById,
  findPageOfPlace,
  findPlace,
  type PagePlace,
  type ServedPage,
} from '../page/page-store.ts';

/** A request of a page. */
export interface PageRequest {
  /** The query of the redirect. */
  readonly query: string;
  /** The page in the path; null: the page of the access point. */
  readonly pageId: number | null;
  /** The address that the request comes from. */
  readonly remoteAddress: string;
}

/** A device before the page, as far as the redirect says. */
export interface Visit {
  readonly vendor: DialectName;
  readonly parameters: RedirectParameters;
  readonly page: ServedPage | null;
  readonly place: PagePlace | null;
  /** Canonical; null: not known. */
  readonly mac: string | null;
  readonly ip: string;
  /** A URL of http or https, or null. */
  readonly originalUrl: string | null;
  /** What the NAS says of an earlier step; null: the device comes for the first time. */
  readonly outcome: Outcome | null;
}

/** Reads the redirect that brought a device, and finds its access point and the page. */
export async function readVisit(gateway: Gateway, request: PageRequest): Promise<Visit> {
  const { store } = gateway;
  const { pageId, remoteAddress } = request;
  const sent: RedirectParameters = Object.fromEntries(new URLSearchParams(request.query));
  const named = pageId === null ? null : await findPageById(store, pageId);
  const vendor = findDialect(sent['vendor'] ?? '') ?? detectDialect(sent);
  const parameters = await unpack(gateway, { vendor, sent, page: named });
  const redirect = readRedirect(vendor, parameters);
  const place = await findPlace(store, {
    mac: canonicalMac(macOf(redirect.ap_mac ?? '')),
    identifier: redirect.nas_id,
    page: named,
  });
  const ip = redirect.ip ?? '';
  return {
    vendor,
    parameters,
    page: pageId === null ? place && (await findPageOfPlace(store, place)) : named,
    place,
    mac: deviceMac(redirect.mac ?? ''),
    ip: isIP(ip) > 0 ? ip : remoteAddress,
    originalUrl: plainUrl(redirect.original_url),
    outcome: outcomeOf(vendor, parameters),
  };
}

function outcomeOf(vendor: DialectName, parameters: RedirectParameters): Outcome | null {
  const dialect: Dialect = dialects[vendor];
  const outcome = dialect.outcomeOf?.(parameters) ?? null;
  return outcome && { ...outcome, reason: outcome.reason?.slice(0, maxReason).trim() || null };
}

const maxReason = 200;

/** Returns the address of a Called-Station-Id, which may end with the SSID. */
function macOf(text: string): string {
  return /^(?:[0-9a-f]{2}[-:.]?){5}[0-9a-f]{2}(?=$|:)/i.exec(text)?.[0] ?? text;
}

interface Packed {
  readonly vendor: DialectName;
  readonly sent: RedirectParameters;
  readonly page: ServedPage | null;
}

/** Unpacks a redirect; encrypted parameters need the page in the path, whose organization has the secret. */
async function unpack(gateway: Gateway, { vendor, sent, page }: Packed) {
  const dialect: Dialect = dialects[vendor];
  if (!dialect.unpack) return sent;
  const controller = page
    ? await findPortalController(gateway, {
        vendor,
        organization: page.organization,
        location: null,
        name: null,
      })
    : null;
  return dialect.unpack(sent, controller?.secret ?? null) ?? sent;
}

/** True for an address that a device has made up: it changes from network to network, or with time. */
export function isRandomMac(mac: string): boolean {
  const first = Number.parseInt(mac.slice(0, 2), 16);
  return (first & 2) !== 0;
}
