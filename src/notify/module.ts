import type { Module } from '../gateway/module.ts';

/** Alerts and their deliveries, streams of events, and the traps and syslog messages of devices. */
export const notifyModule: Module = {
  name: 'notify',
  tables: async () => (await import('./tables.ts')).tables,
  endpoints: async () => (await import('./endpoints.ts')).endpoints,
  service: async () => (await import('./service.ts')).service,
};
