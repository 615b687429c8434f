import type { Module } from '../gateway/module.ts';

/** Retention of what grows, erasure and export of what is about a person, and the audit. */
export const upkeepModule: Module = {
  name: 'upkeep',
  tables: async () => (await import('./tables.ts')).tables,
  endpoints: async () => (await import('./endpoints.ts')).endpoints,
  service: async () => (await import('./service.ts')).service,
};
