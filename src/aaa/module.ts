import type { Module } from '../gateway/module.ts';

/** Access to the network: users, policy, sessions, CoA, upstreams, apps, the portal log. */
export const aaaModule: Module = {
  name: 'aaa',
  tables: async () => (await import('./tables.ts')).tables,
  endpoints: async () => (await import('./endpoints.ts')).endpoints,
  state: async () => (await import('./state.ts')).state,
  service: async () => (await import('./service.ts')).service,
};
