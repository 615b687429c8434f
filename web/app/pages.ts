import type { ComponentType } from 'preact';
import type { IconName } from '../design/icon.tsx';
import { View as Overview } from '../pages/overview/overview.tsx';
import type { ResourceDefinition } from '../resource/definition.ts';
import { desk, everyone, readers, type NavGroup } from './places.ts';
import type { Role } from './session.ts';

interface Loadable {
  readonly View: ComponentType;
}

/** A page of the console, loaded when it is first shown. */
interface PageEntry {
  readonly title: string;
  /** Title in the bar of a phone. */
  readonly short?: string;
  readonly icon: IconName;
  /** Group of the navigation; a page without one is reached from another. */
  readonly group?: NavGroup;
  /** Page of the navigation that this one belongs to. */
  readonly parent?: string;
  /** True: a tab beside its parent. */
  readonly isTab?: boolean;
  readonly roles: readonly Role[];
  readonly load: () => Promise<Loadable>;
  /** A page that is loaded with the console. */
  readonly View?: ComponentType;
}

type Collections = Readonly<Record<string, ResourceDefinition>>;

/** Returns how the page of a collection is loaded. */
function collection(load: () => Promise<Collections>, name: string): () => Promise<Loadable> {
  return async () => {
    const [{ pageOf }, found] = await Promise.all([
      import('../resource/collection-page.tsx'),
      load(),
    ]);
    const definition = found[name];
    if (!definition) throw new Error(`there is no collection ${name}`);
    return pageOf(definition);
  };
}

const network = () => import('../pages/collections/network.ts');
const access = () => import('../pages/collections/access.ts');
const review = () => import('../pages/collections/review.ts');

/** The pages by their address, in the order of the navigation. */
export const pages: Readonly<Record<string, PageEntry>> = {
  overview: {
    title: 'Overview',
    icon: 'overview',
    group: 'home',
    roles: readers,
    // Most begin here: a file of its own would be one more turn on a slow link.
    load: () => Promise.resolve({ View: Overview }),
    View: Overview,
  },
  devices: {
    title: 'Devices',
    icon: 'device',
    group: 'network',
    roles: readers,
    load: () => import('../pages/devices/devices.tsx'),
  },
  device: {
    title: 'Device',
    icon: 'device',
    parent: 'devices',
    roles: readers,
    load: () => import('../pages/devices/device.tsx'),
  },
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
  sessions: {
    title: 'Sessions',
    icon: 'session',
    group: 'access',
    roles: everyone,
    load: () => import('../pages/sessions/sessions.tsx'),
  },
  why: {
    title: 'Why refused?',
    short: 'Desk',
    icon: 'ask',
    group: 'access',
    roles: desk,
    load: () => import('../pages/why/why.tsx'),
  },
  vouchers: {
    title: 'Vouchers',
    icon: 'voucher',
    group: 'access',
    roles: desk,
    load: () => import('../pages/vouchers/vouchers.tsx'),
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
    load: collection(access, 'pools'),
  },
  dns: {
    title: 'DNS rules',
    icon: 'globe',
    group: 'access',
    roles: readers,
    load: collection(access, 'dnsRules'),
  },
  portal: {
    title: 'Portal',
    icon: 'portal',
    group: 'guests',
    roles: readers,
    load: () => import('../pages/portal/portal.tsx'),
  },
  portal_page: {
    title: 'Portal page',
    icon: 'portal',
    parent: 'portal',
    roles: readers,
    load: () => import('../pages/portal/editor.tsx'),
  },
  portal_log: {
    title: 'Portal log',
    icon: 'clock',
    parent: 'portal',
    isTab: true,
    roles: readers,
    load: collection(review, 'portalLog'),
  },
  reports: {
    title: 'Reports',
    icon: 'report',
    group: 'review',
    roles: ['admin', 'read_only', 'reports'],
    load: () => import('../pages/reports/reports.tsx'),
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
  gateway: {
    title: 'Gateway',
    icon: 'gateway',
    group: 'review',
    roles: readers,
    load: () => import('../pages/gateway/gateway.tsx'),
  },
  account: {
    title: 'My account',
    icon: 'person',
    roles: everyone,
    load: () => import('../pages/account/account.tsx'),
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
  _kit: {
    title: 'Kit',
    icon: 'overview',
    roles: everyone,
    load: () => import('../pages/kit.tsx'),
  },
  configuration: {
    title: 'Configuration',
    icon: 'gateway',
    parent: 'gateway',
    isTab: true,
    roles: ['admin'],
    load: () => import('../pages/gateway/configuration.tsx'),
  },
  tasks: {
    title: 'Tasks',
    icon: 'work',
    parent: 'gateway',
    isTab: true,
    roles: readers,
    load: () => import('../pages/gateway/tasks.tsx'),
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
