import type { Module } from '../gateway/module.ts';
import { addDeedCommands } from './commands.ts';

/** Commands for the work of a day, on top of the APIs: of the gateway on this machine or of another one. */
export const deedModule: Module = { name: 'deed', commands: addDeedCommands };
