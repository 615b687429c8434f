import { saveFile } from '../../app/download.ts';
import type { SheetKind } from './plan.ts';

/** Saves the vouchers of a batch as they are printed. @throws Problem if the gateway refuses */
export async function printBatch(batch: string, sheet: SheetKind): Promise<void> {
  const path = `/gate/api/v1/user_token/?batch=${batch}&sheet=${sheet}&limit=1000`;
  await saveFile(path, `vouchers-${batch.slice(0, 8)}.pdf`, 'application/pdf');
}
