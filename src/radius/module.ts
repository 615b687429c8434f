import type { Module } from '../gateway/module.ts';

/** The RADIUS listeners, the proxy, and the changes of live sessions. */
export const radiusModule: Module = {
  name: 'radius',
  service: async () => (await import('./service.ts')).service,
};
