import type { Module } from '../gateway/module.ts';

/** The captive portal: its pages, logins, sessions and controllers. */
export const portalModule: Module = {
  name: 'portal',
  tables: async () => (await import('./tables.ts')).tables,
  endpoints: async () => (await import('./endpoints.ts')).endpoints,
  state: async () => (await import('./state.ts')).state,
  service: async () => (await import('./service.ts')).service,
};
