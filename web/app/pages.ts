import { View as Overview } from '../pages/overview/overview.tsx';
import { collectionPages } from '../pages/collections/collection-pages.ts';
import { desk, everyone, readers, type PageEntry } from './places.ts';

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
  reports: {
    title: 'Reports',
    icon: 'report',
    group: 'review',
    roles: ['admin', 'read_only', 'reports'],
    load: () => import('../pages/reports/reports.tsx'),
  },
  ...collectionPages,
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
};
