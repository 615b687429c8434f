import type { ComponentType } from 'preact';
import type { IconName } from '../design/icon.tsx';
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

export interface Loadable {
  readonly View: ComponentType;
}

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
  /** True: a tab beside its parent. */
  readonly isTab?: boolean;
  readonly roles: readonly Role[];
  readonly load: () => Promise<Loadable>;
  /** A page that is loaded with the console. */
  readonly View?: ComponentType;
}
