import { byRadius, wisprRates, type Carriage, type Dialect } from './dialect.ts';

/* Dialects whose controller is called by the gateway, and plain RADIUS, which needs no call. */

/** All by calls: the controller is told the limits, and is asked for the octets. */
const byCalls: Carriage = {
  time: 'call',
  rate: 'call',
  volume: 'call',
  logout: 'call',
  rateAttributes: [],
};

export const unifi: Dialect = {
  title: 'UniFi',
  detectedBy: [['ap', 'id']],
  fields: { mac: ['id'], ap_mac: ['ap'], ssid: ['ssid'], original_url: ['url'] },
  hosts: [],
  isExperimental: false,
  carries: byCalls,
};

export const omada: Dialect = {
  title: 'Omada',
  detectedBy: [
    ['clientMac', 'apMac'],
    ['clientMac', 'gatewayMac'],
  ],
  fields: {
    mac: ['clientMac'],
    ip: ['clientIp'],
    ap_mac: ['apMac', 'gatewayMac'],
    ssid: ['ssidName'],
    original_url: ['redirectUrl', 'originUrl'],
  },
  hosts: [],
  isExperimental: false,
  // The interface for external portals has the time alone; the operator's list counts the octets.
  carries: { ...byCalls, rate: 'no' },
};

export const ruckusSmartzone: Dialect = {
  title: 'Ruckus SmartZone',
  detectedBy: [['nbiIP', 'client_mac']],
  fields: {
    mac: ['client_mac'],
    ip: ['uip'],
    ap_mac: ['mac'],
    ssid: ['ssid'],
    original_url: ['url', 'startUrl'],
  },
  hosts: [],
  isExperimental: false,
  carries: { ...byRadius(...wisprRates), logout: 'call' },
};

/** H3C and HPE Comware: its own portal protocol is not spoken, so the NAS asks about the device by MAC authentication. */
export const h3c: Dialect = {
  title: 'H3C and HPE Comware',
  detectedBy: [['source-mac', 'source-address']],
  fields: {
    mac: ['source-mac'],
    ip: ['source-address'],
    ap_mac: ['ap-mac'],
    nas_id: ['nas-id'],
    ssid: ['ssid'],
    original_url: ['original-url'],
  },
  hosts: [],
  isExperimental: true,
  carries: byRadius('H3C-Input-Average-Rate', 'H3C-Output-Average-Rate'),
};

/** MAC authentication: the NAS asks about the device, which is the guest's since its login; a device it has gets a CoA. */
export const radius: Dialect = {
  title: 'RADIUS with MAC authentication',
  detectedBy: [],
  fields: {
    mac: ['mac', 'client_mac', 'clientmac', 'user-mac', 'source-mac'],
    ip: ['ip', 'client_ip', 'user-ipaddress', 'source-address'],
    ap_mac: ['ap_mac', 'ap-mac', 'apmac', 'called'],
    nas_id: ['nas_id', 'nasid', 'nas-id', 'ap-name'],
    ssid: ['ssid'],
    original_url: ['original_url', 'original-url', 'redirect-url', 'url'],
  },
  hosts: [],
  isExperimental: false,
  carries: byRadius(),
};
