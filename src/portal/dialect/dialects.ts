import { keysOf } from '../../contract/fields.ts';
import { h3c, omada, radius, ruckusSmartzone, unifi } from './api-dialects.ts';
import { coovachilli } from './chilli.ts';
import type { Dialect, RedirectFields, RedirectParameters } from './dialect.ts';
import {
  aruba,
  cambium,
  ciscoWlc,
  extreme,
  fortinet,
  huawei,
  meraki,
  ruckusZoneDirector,
} from './form-dialects.ts';
import { mikrotik } from './mikrotik.ts';
import { opennds } from './opennds.ts';

/** The dialects by the name of `vendor`, in the order of their comparison with a redirect. */
export const dialects = {
  coovachilli,
  mikrotik,
  opennds,
  meraki,
  cambium,
  fortinet,
  cisco_wlc: ciscoWlc,
  aruba,
  ruckus_smartzone: ruckusSmartzone,
  ruckus_zonedirector: ruckusZoneDirector,
  extreme,
  huawei,
  h3c,
  omada,
  unifi,
  radius,
} as const satisfies Readonly<Record<string, Dialect>>;

export type DialectName = keyof typeof dialects;
export const dialectNames = keysOf(dialects);

/** Dialects whose controller the gateway calls. */
const calledDialects = ['unifi', 'omada', 'ruckus_smartzone'] as const;

export type CalledDialect = (typeof calledDialects)[number];

/** True for a dialect whose controller the gateway calls. */
export function isCalled(name: unknown): name is CalledDialect {
  return calledDialects.some((called) => called === name);
}

/** Returns the dialect of a redirect by its parameters; without any that is known, `radius`. */
export function detectDialect(parameters: RedirectParameters): DialectName {
  const isOf = (name: DialectName) =>
    dialects[name].detectedBy.some((set) => set.every((parameter) => parameter in parameters));
  return dialectNames.find(isOf) ?? 'radius';
}

/** Returns the dialect that a login names, in any case and with `-` or spaces for `_`. */
export function findDialect(vendor: string): DialectName | undefined {
  const name = vendor.trim().toLowerCase().replaceAll(/[- ]/g, '_');
  return dialectNames.find((known) => known === name);
}

/** Reads what a redirect says of a device. A parameter that is empty is absent. */
export function readRedirect(
  name: DialectName,
  parameters: RedirectParameters,
): Readonly<Record<keyof RedirectFields, string | null>> {
  const fields: Partial<RedirectFields> = dialects[name].fields;
  const read = (field: keyof RedirectFields) =>
    fields[field]
      ?.map((parameter) => parameters[parameter])
      .find((value) => value !== undefined && value !== '') ?? null;
  return {
    mac: read('mac'),
    ip: read('ip'),
    ap_mac: read('ap_mac'),
    nas_id: read('nas_id'),
    ssid: read('ssid'),
    original_url: read('original_url'),
  };
}

/**
 * Returns the URL that a device asked for first, if a guest may be sent there: of http or https, and without a user name, which
 * would pass for the name of the server (`http://good.example@evil.example/`).
 */
export function plainUrl(text: string | null | undefined): string | null {
  if (!text || text.length > 2000 || !URL.canParse(text)) return null;
  const { protocol, username, password, href } = new URL(text);
  const isPlain = username === '' && password === '';
  return isPlain && (protocol === 'http:' || protocol === 'https:') ? href : null;
}
