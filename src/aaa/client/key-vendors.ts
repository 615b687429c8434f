import { parseJsonColumn } from '../../store/store.ts';

/** Vendors whose NASes take the Wi-Fi key of a device from an Access-Accept; src/radius/key/key-vendors.ts has their attributes. */
export const keyVendors = [
  'aruba',
  'cisco',
  'hostapd',
  'meraki',
  'mikrotik',
  'omada',
  'ruckus',
  'unifi',
] as const;

export type KeyVendor = (typeof keyVendors)[number];

/** How a client gets the Wi-Fi keys of its devices. */
export interface ClientKeys {
  readonly vendor: KeyVendor;
  /** Networks whose devices get keys; empty: all. */
  readonly ssids: readonly string[];
}

/** Reads how a client gets keys; null: it gets none. */
export function readClientKeys(stored: {
  readonly wifi_keys: string | null;
  readonly wifi_key_ssids: string;
}): ClientKeys | null {
  const vendor = keyVendors.find((name) => name === stored.wifi_keys);
  if (!vendor) return null;
  return { vendor, ssids: parseJsonColumn<readonly string[]>(stored.wifi_key_ssids) };
}
