import type { Module } from '../gateway/module.ts';
import { addInstallationCommands } from './commands.ts';

/** Backup, restore, move and examination of an installation. */
export const installationModule: Module = {
  name: 'installation',
  commands: addInstallationCommands,
  service: async () => (await import('./service.ts')).service,
};
