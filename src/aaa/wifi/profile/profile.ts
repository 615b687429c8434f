import { createHash, type KeyObject, type X509Certificate } from 'node:crypto';
import type { Secret } from '../../../contract/secret.ts';
import { createKeyStore } from '../../../tls/key-store.ts';
import type { Security } from '../wifi-network.ts';

/** The server of 802.1X, as a device has to check it. */
export interface TrustedServer {
  readonly name: string;
  readonly authorities: readonly X509Certificate[];
}

/** The certificate of a device, with its key. */
export interface DeviceIdentity {
  readonly username: string;
  /** Name of the device. */
  readonly name: string;
  readonly privateKey: KeyObject;
  readonly certificate: X509Certificate;
  /** The CA that has signed it. */
  readonly authority: X509Certificate;
  /** Password of the key in files that need one. */
  readonly password: Secret;
}

/** How a device logs in. */
export type Access =
  | { readonly kind: 'open' }
  | { readonly kind: 'key'; readonly key: Secret }
  | {
      readonly kind: 'password';
      readonly method: 'ttls' | 'peap';
      /** Null: the device asks for the name as well. */
      readonly username: string | null;
      readonly server: TrustedServer;
    }
  | {
      readonly kind: 'device';
      /** Null: the device has its certificate already. */
      readonly device: DeviceIdentity | null;
      readonly server: TrustedServer;
    };

/** Returns the certificate of a device; null: it has none, or has it already. */
export function deviceOf(access: Access): DeviceIdentity | null {
  return access.kind === 'device' ? access.device : null;
}

/** Returns the certificate of a device with its key and its CA as PKCS #12. */
export function keyStoreOf(device: DeviceIdentity, password = device.password): Buffer {
  return createKeyStore({ ...device, authorities: [device.authority] }, password);
}

/** By what a device recognizes a network of any name (Passpoint). */
export interface Passpoint {
  readonly domain: string;
  /** In hexadecimal digits. */
  readonly consortiums: readonly string[];
}

/** What a device has to know of a network. No password of a person is in it: devices ask for it. */
export interface Profile {
  /** The same for each profile of the network, so that a newer one replaces an older one. */
  readonly id: string;
  /** Name of who gives it. */
  readonly organization: string;
  readonly ssid: string;
  readonly isHidden: boolean;
  readonly security: Security;
  readonly access: Access;
  readonly passpoint: Passpoint | null;
}

/** Returns a UUID of a part of a profile, which is always the same (RFC 9562 section 5.8). */
export function uuidOf({ id }: Pick<Profile, 'id'>, part: string): string {
  const octets = createHash('sha256').update(`${id} ${part}`).digest().subarray(0, 16);
  octets.writeUInt8((octets.readUInt8(6) & 0x0f) | 0x80, 6);
  octets.writeUInt8((octets.readUInt8(8) & 0x3f) | 0x80, 8);
  return octets.toString('hex').replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** Returns the name that a device shows outside of the tunnel: with the realm of its user, so that a proxy finds the way. */
export function anonymousName(username: string | null): string {
  return `anonymous${/@[^@]*$/.exec(username ?? '')?.[0] ?? ''}`;
}
