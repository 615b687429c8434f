import type { Role } from './session.ts';

/* Where the pages stand in the navigation. */

export const readers: readonly Role[] = ['admin', 'read_only'];
export const desk: readonly Role[] = ['admin', 'read_only', 'front_desk'];
export const everyone: readonly Role[] = ['admin', 'read_only', 'reports', 'front_desk'];

export type NavGroup = 'home' | 'network' | 'access' | 'guests' | 'review';

/** Titles of the groups of the navigation, in their order. */
export const navGroups: Readonly<Record<NavGroup, string>> = {
  home: '',
  network: 'Network',
  access: 'Access',
  guests: 'Guests see',
  review: 'Review',
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
  reports: ['reports', 'sessions'],
  front_desk: ['why', 'vouchers', 'people', 'sessions'],
};
