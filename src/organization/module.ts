import type { Module } from '../gateway/module.ts';

/** Organizations, locations and access points. Their endpoints need users, so they are in the module `aaa`. */
export const organizationModule: Module = {
  name: 'organization',
  tables: async () => (await import('./tables.ts')).tables,
};
