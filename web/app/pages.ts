import type { ComponentType } from 'preact';
import type { IconName } from '../design/icon.tsx';
import type { Role } from './session.ts';

export type NavGroup = 'home' | 'network' | 'access' | 'guests' | 'review';

/** A page of the console, loaded when it is first shown. */
export interface PageEntry {
  readonly title: string;
  /** Title in the bar of a phone. */
  readonly short?: string;
  readonly icon: IconName;
  /** Group of the navigation; a page without one is reached from another. */
  readonly group?: NavGroup;
  /** Page of the navigation that this one belongs to. */
  readonly parent?: string;
  readonly roles: readonly Role[];
  readonly load: () => Promise<{ readonly View: ComponentType }>;
}

const readers: readonly Role[] = ['admin', 'read_only'];
const desk: readonly Role[] = ['admin', 'read_only', 'front_desk'];
const reporters: readonly Role[] = ['admin', 'read_only', 'reports'];

/** Titles of the groups of the navigation, in their order. */
export const navGroups: Readonly<Record<NavGroup, string>> = {
  home: '',
  network: 'Network',
  access: 'Access',
  guests: 'Guests see',
  review: 'Review',
};

/** The pages by their address. */
export const pages: Readonly<Record<string, PageEntry>> = {
  overview: {
    title: 'Overview',
    icon: 'overview',
    group: 'home',
    roles: readers,
    load: () => import('../pages/overview/overview.tsx'),
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
};

/** The first page of a role. */
export const firstPage: Readonly<Record<Role, string>> = {
  admin: 'overview',
  read_only: 'overview',
  reports: 'reports',
  front_desk: 'why',
};

/** Places of the bar at the lower edge of a phone. */
export const phonePages: Readonly<Record<Role, readonly string[]>> = {
  admin: ['overview', 'devices', 'sessions', 'why'],
  read_only: ['overview', 'devices', 'sessions', 'why'],
  reports: ['reports'],
  front_desk: ['why', 'vouchers', 'people', 'sessions'],
};

export const roleGroups = { readers, desk, reporters };
