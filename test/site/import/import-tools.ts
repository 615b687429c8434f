import { loadApis, loadState, loadTables } from '../../../src/modules/load-modules.ts';
import type { ImportTools } from '../../../src/site/import/commands.ts';

/** What an import uses of the command line; its lines are kept. */
export const importTools = (lines: string[]): ImportTools => ({
  loadApis,
  loadState,
  loadResources: async () => (await loadTables()).resources,
  print: (line) => lines.push(line),
});
