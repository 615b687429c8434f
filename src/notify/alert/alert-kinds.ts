import type { AlertKind } from './alert-kind.ts';
import { deviceDown } from './device-conditions.ts';
import { clockImplausible } from './implausible-clock.ts';
import { certificateExpiry } from './expiring-certificates.ts';
import { addressPools } from './exhausted-pools.ts';
import { portalErrors } from './failing-portals.ts';
import { hotelSystems } from './down-hotel-systems.ts';
import { gatewayMetric } from './gateway-conditions.ts';
import { portalGuesses } from './guessed-pages.ts';
import { maintenance } from './maintenance.ts';
import { deviceMetric } from './metric-conditions.ts';
import { deviceMisconfigured } from './misconfigured-conditions.ts';
import { nasClock } from './wrong-clocks.ts';

/** The kinds of alert rules, by the value of `kind`. */
export const alertKinds = {
  threshold: deviceMetric,
  device_down: deviceDown,
  device_misconfigured: deviceMisconfigured,
  gateway: gatewayMetric,
  maintenance,
  portal_guesses: portalGuesses,
  portal_errors: portalErrors,
  clock: clockImplausible,
  nas_clock: nasClock,
  address_pool: addressPools,
  hotel_system: hotelSystems,
  certificate: certificateExpiry,
} satisfies Readonly<Record<string, AlertKind>>;

/** Returns why callers outside of the root organization may not have rules of a kind; null if they may. */
export function refusalOfTenants(kind: string): string | null {
  const kinds: Readonly<Record<string, AlertKind>> = alertKinds;
  return kinds[kind]?.refusalOfTenants ?? null;
}
