import type { Module } from '../gateway/module.ts';
import { addInstallationCommands } from './commands.ts';

/** Backup, restore, move and examination of an installation, and the health of a gateway. */
export const installationModule: Module = {
  name: 'installation',
  commands: addInstallationCommands,
  endpoints: async () => (await import('./endpoints.ts')).endpoints,
  state: async () => (await import('./state.ts')).state,
  service: async () => (await import('./service.ts')).service,
};
