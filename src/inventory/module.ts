import type { Module } from '../gateway/module.ts';
import { addInventoryCommands } from './commands.ts';

/** Devices, with their settings, operations, metrics, diagnostics and discovery. */
export const inventoryModule: Module = {
  name: 'inventory',
  commands: addInventoryCommands,
  tables: async () => (await import('./tables.ts')).tables,
  endpoints: async () => (await import('./endpoints.ts')).endpoints,
  state: async () => (await import('./state.ts')).state,
  service: async () => (await import('./service.ts')).service,
};
