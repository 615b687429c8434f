import type { Store } from '../../store/store.ts';
import { Fault } from '../../contract/errors.ts';

const maxDepth = 64;

/**
 * Checks that a device is not connected through itself.
 *
 * @param device  null: a new one
 * @throws Fault `invalid` naming `parent`
 */
export async function checkParent(
  store: Store,
  device: number | null,
  parent: unknown,
): Promise<void> {
  if (device === null) return;
  let at = typeof parent === 'number' ? parent : null;
  for (let depth = 0; at !== null && depth < maxDepth; depth += 1) {
    if (at === device)
      throw Fault.field('parent', `Device ${String(parent)} is connected through this one.`);
    const above = await store.db
      .selectFrom('inventory_device')
      .select('parent')
      .where('id', '=', at)
      .executeTakeFirst();
    at = above?.parent ?? null;
  }
}
