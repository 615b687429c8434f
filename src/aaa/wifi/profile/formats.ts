import { createKeyStore } from '../../../tls/key-store.ts';
import { signFile, type Signer } from '../../../tls/signed-data.ts';
import { writeAppleProfile } from './apple.ts';
import { writeChromebookProfile } from './chromebook.ts';
import { writeKeyfile } from './network-manager.ts';
import { writePasspointProfile } from './passpoint.ts';
import type { Access, Profile } from './profile.ts';
import { writeSupplicantProfile } from './supplicant.ts';
import { writeWifiCode } from './wifi-code.ts';
import { writeWindowsProfile } from './windows.ts';

/** The formats of profiles. */
export const formatNames = [
  'mobileconfig',
  'windows',
  'onc',
  'passpoint',
  'pkcs12',
  'networkmanager',
  'wpa_supplicant',
  'qr',
] as const;
export type FormatName = (typeof formatNames)[number];

/** Who signs a profile, and when. */
export interface Signing {
  readonly signer: Signer;
  readonly at: Date;
}

/** A format of profiles. */
export interface ProfileFormat {
  readonly mediaType: string;
  /** With the dot. */
  readonly extension: string;
  /** Kinds of access that it can carry. */
  readonly carries: readonly Access['kind'][];
  /** True if it has the certificate of the device with its key inside. */
  readonly hasDevice: boolean;
  /** True if it is for networks with Passpoint. */
  readonly isPasspoint?: true;
  readonly write: (profile: Profile, signing: Signing) => Buffer;
}

const everyAccess = ['open', 'key', 'password', 'device'] as const;

/** The formats by name. */
export const formats: Readonly<Record<FormatName, ProfileFormat>> = {
  mobileconfig: {
    mediaType: 'application/x-apple-aspen-config',
    extension: '.mobileconfig',
    carries: everyAccess,
    hasDevice: true,
    write: (profile, { signer, at }) => signFile(writeAppleProfile(profile), signer, at),
  },
  windows: {
    mediaType: 'application/xml',
    extension: '.xml',
    carries: everyAccess,
    hasDevice: false,
    write: writeWindowsProfile,
  },
  onc: {
    mediaType: 'application/x-onc',
    extension: '.onc',
    carries: everyAccess,
    hasDevice: true,
    write: writeChromebookProfile,
  },
  passpoint: {
    mediaType: 'application/x-wifi-config',
    extension: '.wificonfig',
    carries: ['device'],
    hasDevice: true,
    isPasspoint: true,
    write: writePasspointProfile,
  },
  pkcs12: {
    mediaType: 'application/x-pkcs12',
    extension: '.p12',
    carries: ['device'],
    hasDevice: true,
    write: writeDeviceKeyStore,
  },
  networkmanager: {
    mediaType: 'text/plain',
    extension: '.nmconnection',
    carries: everyAccess,
    hasDevice: true,
    write: writeKeyfile,
  },
  wpa_supplicant: {
    mediaType: 'text/plain',
    extension: '.conf',
    carries: everyAccess,
    hasDevice: true,
    write: writeSupplicantProfile,
  },
  qr: {
    mediaType: 'image/svg+xml',
    extension: '.svg',
    carries: ['open', 'key'],
    hasDevice: false,
    write: writeWifiCode,
  },
};

/** For systems that install the certificate of the device beforehand. The CA of the server is in it as well. */
function writeDeviceKeyStore({ access }: Profile): Buffer {
  if (access.kind !== 'device' || !access.device) throw new Error('there is no certificate');
  const { device } = access;
  const authorities = [device.authority, ...access.server.authorities];
  return createKeyStore({ ...device, authorities }, device.password);
}
