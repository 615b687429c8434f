import type { KeyVendor } from '../../../aaa/client/key-vendors.ts';

/** The form in which an attribute carries a key; key-attributes.ts makes each. */
export type KeyForm =
  'text' | 'octets' | 'master_key' | 'nul_and_master_key' | 'psk_mode_pair' | 'psk_pair';

/** An attribute of an Access-Accept that gives a key. */
export interface KeyAttribute {
  readonly name: string;
  readonly form: KeyForm;
}

/** The attributes of an Access-Request with the handshake of a device, and those that answer it. */
export interface HandshakeAttributes {
  readonly nonce: string;
  readonly frame: string;
  /** Null: Called-Station-Id has it. */
  readonly ssid: string | null;
  /** Address of the radio; null: Called-Station-Id has it. */
  readonly radio: string | null;
  readonly given: readonly KeyAttribute[];
}

interface KeyVendorRow {
  /** The attributes that give the key of a device which is known by its address. */
  readonly given: readonly KeyAttribute[];
  /** Null: the NAS reports no handshakes, so that a device has to be known before. */
  readonly handshake: HandshakeAttributes | null;
  /** True: no public source proves that the NAS takes the attributes. */
  readonly isExperimental: boolean;
}

const tunnelPassword: readonly KeyAttribute[] = [{ name: 'Tunnel-Password', form: 'text' }];

/** How the NASes of each vendor are given the Wi-Fi key of a device. */
export const keyVendorRows: Readonly<Record<KeyVendor, KeyVendorRow>> = {
  // Aruba's dictionary: Aruba-MPSK-Passphrase (44), hidden with a salt.
  aruba: {
    given: [{ name: 'Aruba-MPSK-Passphrase', form: 'octets' }],
    handshake: null,
    isExperimental: false,
  },
  // Cisco's guide of Identity PSK for the Catalyst 9800.
  cisco: {
    given: [
      { name: 'Cisco-AVPair', form: 'psk_mode_pair' },
      { name: 'Cisco-AVPair', form: 'psk_pair' },
    ],
    handshake: null,
    isExperimental: false,
  },
  // hostapd.conf: wpa_psk_radius 1 and 2 by the address, 3 in the handshake (hostap commit b94371af8402).
  hostapd: {
    given: tunnelPassword,
    handshake: {
      nonce: 'FreeRADIUS-802.1X-Anonce',
      frame: 'FreeRADIUS-802.1X-EAPoL-Key-Msg',
      ssid: null,
      radio: null,
      given: tunnelPassword,
    },
    isExperimental: false,
  },
  // Meraki's guide of IPSK with RADIUS.
  meraki: { given: tunnelPassword, handshake: null, isExperimental: false },
  // MikroTik's dictionary: Mikrotik-Wireless-PSK (16), in clear.
  mikrotik: {
    given: [{ name: 'Mikrotik-Wireless-PSK', form: 'text' }],
    handshake: null,
    isExperimental: false,
  },
  // TP-Link's guide of PPSK with RADIUS.
  omada: { given: tunnelPassword, handshake: null, isExperimental: false },
  // PacketFence's module of SmartZone for Ruckus-Dpsk, FreeRADIUS' rlm_dpsk for the handshake.
  ruckus: {
    given: [{ name: 'Ruckus-Dpsk', form: 'nul_and_master_key' }],
    handshake: {
      nonce: 'Ruckus-DPSK-Anonce',
      frame: 'Ruckus-DPSK-EAPOL-Key-Frame',
      ssid: 'Ruckus-SSID',
      radio: 'Ruckus-BSSID',
      given: [{ name: 'MS-MPPE-Recv-Key', form: 'master_key' }],
    },
    isExperimental: false,
  },
  unifi: { given: tunnelPassword, handshake: null, isExperimental: true },
};
