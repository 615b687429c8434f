import type { Module } from '../gateway/module.ts';

/** Retention of growing tables, erasure and export of personal data, and the audit. */
export const upkeepModule: Module = {
  name: 'upkeep',
  tables: async () => (await import('./tables.ts')).tables,
  endpoints: async () => (await import('./endpoints.ts')).endpoints,
  service: async () => (await import('./service.ts')).service,
};
