import type { Module } from '../gateway/module.ts';

/** Rules for hosts and categories, and checks against them. */
export const dnsfilterModule: Module = {
  name: 'dnsfilter',
  tables: async () => (await import('./tables.ts')).tables,
  endpoints: async () => (await import('./endpoints.ts')).endpoints,
  state: async () => (await import('./state.ts')).state,
  service: async () => (await import('./service.ts')).service,
};
