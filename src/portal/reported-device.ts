import { findDeviceSession } from '../aaa/session/portal-session-open.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { anyTrue } from '../runtime/deadline.ts';
import { isSameAddress } from '../runtime/ip-address.ts';
import { findPortalController } from './controller/controller-store.ts';
import { isCalled, type DialectName } from './dialect/dialects.ts';

/** A device at a portal page, as its own request names it. */
export interface NamedDevice {
  /** Canonical. */
  readonly mac: string;
  /** The IP address that the request came from. */
  readonly host: string;
  readonly vendor: DialectName;
  /** Of the access point, else of the page. */
  readonly organization: number;
  readonly location: number | null;
}

/** A login waits as long for an answer of the network; a later one counts for the next login. */
const patienceMs = 250;

/**
 * Returns whether the network knows a device by its MAC address and the IP address of its request: a NAS by its session, the
 * controller of the access point by its list of devices, or a router of the place by a lease. Otherwise the MAC address is
 * only the sender's word.
 */
export async function isReportedDevice(gateway: Gateway, device: NamedDevice): Promise<boolean> {
  if (await isInSession(gateway, device)) return true;
  const answers = [isAtController(gateway, device), isLeased(gateway, device)];
  return inTime(gateway, anyTrue(answers), { withinMs: patienceMs, otherwise: false });
}

/** A NAS that states another IP address has another device, or the request came through NAT. */
async function isInSession(
  { store }: Gateway,
  { mac, organization, host }: NamedDevice,
): Promise<boolean> {
  const session = await findDeviceSession(store, { mac, organization });
  if (!session) return false;
  const stated = host.includes(':') ? session.framedipv6address : session.framedipaddress;
  return stated === null || isSameAddress(stated, host);
}

async function isAtController(
  gateway: Gateway,
  { mac, host, vendor, organization, location }: NamedDevice,
): Promise<boolean> {
  if (!isCalled(vendor)) return false;
  const place = { vendor, organization, location, name: null };
  const controller = await findPortalController(gateway, place);
  if (!controller) return false;
  return gateway.portal.connected.has(gateway, { vendor, controller, mac, ip: host });
}

function isLeased(gateway: Gateway, { mac, host, ...place }: NamedDevice): Promise<boolean> {
  return gateway.inventory.leases.has(gateway, place, { mac, ip: host });
}

/**
 * Finds the device with an address by the leases of a place.
 *
 * @returns canonical MAC address; null: no router of the place has leased the address, or none answers in time
 */
export async function findLeasedDevice(
  gateway: Gateway,
  place: { readonly organization: number; readonly location: number | null },
  ip: string,
): Promise<string | null> {
  return inTime(gateway, gateway.inventory.leases.find(gateway, place, ip), {
    withinMs: leaseMs,
    otherwise: null,
  });
}

/** A page that is opened without a redirect waits as long for a router. */
const leaseMs = 3_000;

/** @returns `otherwise` if there is no answer in time */
async function inTime<T>(
  { clock }: Gateway,
  answer: Promise<T>,
  { withinMs, otherwise }: { readonly withinMs: number; readonly otherwise: T },
): Promise<T> {
  const answered = new AbortController();
  const late = clock.sleep(withinMs, answered.signal).then(
    () => otherwise,
    () => otherwise,
  );
  try {
    return await Promise.race([answer, late]);
  } finally {
    answered.abort();
  }
}
