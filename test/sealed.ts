import { loadTables } from '../src/modules/load-modules.ts';
import { sealedColumns } from '../src/site/sealed-columns.ts';

/** The columns with sealed values. */
export const sealed = sealedColumns((await loadTables()).resources);
