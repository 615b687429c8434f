import type { Module } from '../gateway/module.ts';

/** Polls of devices. */
export const jobsModule: Module = {
  name: 'jobs',
  service: async () => (await import('./service.ts')).service,
};
