import type { Module } from '../gateway/module.ts';
import { addSiteCommands } from './commands.ts';
import { addImportCommands } from './import/commands.ts';

/** Commands that read and write the objects of a site. */
export const siteModule: Module = {
  name: 'site',
  commands: (program, tools) => {
    addSiteCommands(program, tools);
    addImportCommands(program, tools);
  },
};
