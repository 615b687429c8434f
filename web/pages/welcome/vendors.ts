/* What is pasted into the NAS of a vendor so that it asks this gateway. */

interface Values {
  /** Host name or address of the gateway. */
  readonly gateway: string;
  readonly secret: string;
}

interface Vendor {
  readonly name: string;
  readonly lines: (values: Values) => string;
}

export type VendorName = 'mikrotik' | 'openwrt' | 'cisco' | 'other';

/** Lines by vendor. */
export const vendors: Readonly<Record<VendorName, Vendor>> = {
  mikrotik: {
    name: 'MikroTik',
    lines: ({ gateway, secret }) =>
      [
        `/radius add service=hotspot,wireless address=${gateway} secret="${secret}"`,
        '/radius incoming set accept=yes port=3799',
        '/ip hotspot profile set [find] use-radius=yes radius-accounting=yes',
      ].join('\n'),
  },
  openwrt: {
    name: 'OpenWrt',
    lines: ({ gateway, secret }) =>
      [
        `uci set wireless.@wifi-iface[0].encryption='wpa2'`,
        `uci set wireless.@wifi-iface[0].auth_server='${gateway}'`,
        `uci set wireless.@wifi-iface[0].auth_secret='${secret}'`,
        `uci set wireless.@wifi-iface[0].acct_server='${gateway}'`,
        `uci set wireless.@wifi-iface[0].acct_secret='${secret}'`,
        'uci commit wireless && wifi reload',
      ].join('\n'),
  },
  cisco: {
    name: 'Cisco IOS',
    lines: ({ gateway, secret }) =>
      [
        'aaa new-model',
        'radius server gatehouse',
        ` address ipv4 ${gateway} auth-port 1812 acct-port 1813`,
        ` key ${secret}`,
        'aaa server radius dynamic-author',
        ` client ${gateway} server-key ${secret}`,
      ].join('\n'),
  },
  other: {
    name: 'Other',
    lines: ({ gateway, secret }) =>
      [
        `Authentication  ${gateway} UDP 1812`,
        `Accounting      ${gateway} UDP 1813`,
        `CoA             UDP 3799 of the NAS`,
        `Shared secret   ${secret}`,
      ].join('\n'),
  },
};
