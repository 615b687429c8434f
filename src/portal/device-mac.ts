import { canonicalMac } from '../contract/fields.ts';

/**
 * Returns the address of a device, canonical; null: no device has it, since it is no MAC address, zeros, or the address of a
 * group (IEEE 802-2014 section 8.2.2).
 */
export function deviceMac(text: string): string | null {
  const mac = canonicalMac(text);
  if (mac === null || /^[0:]*$/.test(mac)) return null;
  const isGroup = (Number.parseInt(mac.slice(0, 2), 16) & 1) === 1;
  return isGroup ? null : mac;
}
