import { desk, readers, type Loadable, type PageEntry } from '../../app/places.ts';
import type { ResourceDefinition } from '../../resource/definition.ts';

/* The pages of collections, each loaded when it is first shown. */

type Collections = Readonly<Record<string, ResourceDefinition>>;

/** Returns how the page of a collection is loaded. */
function collection(load: () => Promise<Collections>, name: string): () => Promise<Loadable> {
  return async () => {
    const [{ pageOf }, found] = await Promise.all([
      import('../../resource/collection-page.tsx'),
      load(),
    ]);
    const definition = found[name];
    if (!definition) throw new Error(`there is no collection ${name}`);
    return pageOf(definition);
  };
}

const network = () => import('./network.ts');
const access = () => import('./access.ts');
const review = () => import('./review.ts');
const radius = () => import('./radius.ts');
const hotel = () => import('./hotel.ts');
const wifi = () => import('./wifi.ts');

/** The pages by their address, in the order of the navigation and of the tabs. */
export const collectionPages: Readonly<Record<string, PageEntry>> = {
  discovery: {
    title: 'Discovery',
    icon: 'search',
    parent: 'devices',
    isTab: true,
    roles: readers,
    load: collection(network, 'discovery'),
  },
  alerts: {
    title: 'Alerts',
    icon: 'alert',
    group: 'network',
    roles: readers,
    load: collection(network, 'alerts'),
  },
  work: {
    title: 'Operations',
    icon: 'work',
    group: 'network',
    roles: readers,
    load: collection(network, 'work'),
  },
  fleet: {
    title: 'Fleet operations',
    icon: 'work',
    parent: 'work',
    isTab: true,
    roles: readers,
    load: collection(network, 'fleet'),
  },
  people: {
    title: 'People',
    icon: 'person',
    group: 'access',
    roles: desk,
    load: collection(access, 'people'),
  },
  profiles: {
    title: 'AAA profiles',
    icon: 'profile',
    parent: 'people',
    isTab: true,
    roles: readers,
    load: collection(access, 'profiles'),
  },
  clients: {
    title: 'RADIUS clients',
    icon: 'client',
    group: 'access',
    roles: readers,
    load: collection(access, 'clients'),
  },
  upstreams: {
    title: 'Upstreams',
    icon: 'upstream',
    parent: 'clients',
    isTab: true,
    roles: readers,
    load: collection(access, 'upstreams'),
  },
  wifi_keys: {
    title: 'Wi-Fi keys',
    icon: 'key',
    parent: 'people',
    isTab: true,
    roles: desk,
    load: collection(hotel, 'wifiKeys'),
  },
  device_certificates: {
    title: 'Device certificates',
    icon: 'key',
    parent: 'people',
    isTab: true,
    roles: desk,
    load: collection(wifi, 'deviceCertificates'),
  },
  in_house: {
    title: 'In house',
    icon: 'person',
    parent: 'people',
    isTab: true,
    roles: desk,
    load: collection(hotel, 'inHouse'),
  },
  charges: {
    title: 'Charges',
    icon: 'voucher',
    parent: 'people',
    isTab: true,
    roles: desk,
    load: collection(hotel, 'charges'),
  },
  wifi_networks: {
    title: 'Wi-Fi networks',
    icon: 'globe',
    parent: 'clients',
    isTab: true,
    roles: readers,
    load: collection(wifi, 'wifiNetworks'),
  },
  fallbacks: {
    title: 'Fallbacks',
    icon: 'profile',
    parent: 'clients',
    isTab: true,
    roles: readers,
    load: collection(radius, 'fallbacks'),
  },
  hotels: {
    title: 'Hotel systems',
    icon: 'building',
    parent: 'portal',
    isTab: true,
    roles: readers,
    load: collection(hotel, 'hotels'),
  },
  directories: {
    title: 'Directories',
    icon: 'building',
    parent: 'people',
    isTab: true,
    roles: readers,
    load: collection(access, 'sources'),
  },
  pools: {
    title: 'Address pools',
    icon: 'place',
    parent: 'clients',
    isTab: true,
    roles: readers,
    load: collection(radius, 'pools'),
  },
  dns: {
    title: 'DNS rules',
    icon: 'globe',
    group: 'access',
    roles: readers,
    load: collection(access, 'dnsRules'),
  },
  portal_log: {
    title: 'Portal log',
    icon: 'clock',
    parent: 'portal',
    isTab: true,
    roles: readers,
    load: collection(review, 'portalLog'),
  },
  organizations: {
    title: 'Organizations',
    icon: 'building',
    group: 'review',
    roles: readers,
    load: collection(review, 'organizations'),
  },
  locations: {
    title: 'Locations',
    icon: 'place',
    parent: 'organizations',
    isTab: true,
    roles: readers,
    load: collection(review, 'locations'),
  },
  access_points: {
    title: 'Access points',
    icon: 'device',
    parent: 'devices',
    isTab: true,
    roles: readers,
    load: collection(review, 'accessPoints'),
  },
  connection_profiles: {
    title: 'Connection profiles',
    icon: 'key',
    parent: 'devices',
    isTab: true,
    roles: readers,
    load: collection(network, 'connectionProfiles'),
  },
  alert_rules: {
    title: 'Alert rules',
    icon: 'alert',
    parent: 'alerts',
    isTab: true,
    roles: readers,
    load: collection(network, 'alertRules'),
  },
  tokens: {
    title: 'API tokens',
    icon: 'key',
    parent: 'gateway',
    isTab: true,
    roles: readers,
    load: collection(review, 'tokens'),
  },
  audit: {
    title: 'Audit log',
    icon: 'clock',
    parent: 'gateway',
    isTab: true,
    roles: readers,
    load: collection(review, 'audit'),
  },
  deliveries: {
    title: 'Deliveries',
    icon: 'upstream',
    parent: 'alerts',
    isTab: true,
    roles: readers,
    load: collection(network, 'deliveries'),
  },
  webhooks: {
    title: 'Webhooks',
    icon: 'upstream',
    parent: 'alerts',
    isTab: true,
    roles: readers,
    load: collection(network, 'webhooks'),
  },
};
