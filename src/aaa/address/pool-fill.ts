import { sql } from 'kysely';
import { Type } from 'typebox';
import { Fault } from '../../contract/errors.ts';
import type { StoreAndClock } from '../../gateway/gateway.ts';
import type { Row } from '../../store/query/row-serialization.ts';
import { compileStatement, type Store } from '../../store/store.ts';
import { poolKindNames, readPoolFields } from './address-pool.ts';
import { hasSession } from './allocation.ts';
import { layoutOf, sizeOf } from './pool-layout.ts';

/** Fields of a pool that are computed. */
export const fillFields = {
  size: Type.Integer({ description: 'addresses or prefixes that it can give' }),
  used: Type.Integer({ description: 'those that an open session or a login has' }),
};

/** Adds these fields to pools. */
export async function addFill<T extends Row>({ store, now }: StoreAndClock, pools: readonly T[]) {
  const used = await countUsed(store, pools, now());
  return pools.map((pool) => {
    const layout = layoutOf(readPoolFields(pool));
    const size = typeof layout === 'string' ? 0 : Number(sizeOf(layout));
    return { ...pool, size, used: used.get(Number(pool['id'])) ?? 0 };
  });
}

async function countUsed(
  store: Store,
  pools: readonly Row[],
  at: Date,
): Promise<ReadonlyMap<number, number>> {
  const used = new Map<number, number>();
  for (const kind of poolKindNames) {
    const ids = pools.filter((pool) => pool['kind'] === kind).map(({ id }) => Number(id));
    if (ids.length === 0) continue;
    const query = sql<{ pool: number; used: number | string }>`
      select pool, count(*) as used from address_lease
      where pool in (${sql.join(ids)}) and (held_until > ${at.getTime()} or ${hasSession(kind)}) group by pool`;
    const rows = await store.readLong<{ pool: number; used: number | string }>({
      compile: () => query.compile(store.db),
    });
    for (const row of rows) used.set(row.pool, Number(row.used));
  }
  return used;
}

/** Deletes a lease, unless an open session has its address. @throws Fault `conflict` */
export async function releaseLease({ store }: StoreAndClock, id: number): Promise<void> {
  const row = await store.db
    .selectFrom('address_lease as l')
    .innerJoin('address_pool as p', 'p.id', 'l.pool')
    .select('p.kind')
    .where('l.id', '=', id)
    .executeTakeFirst();
  const kind = poolKindNames.find((one) => one === row?.kind);
  if (!kind) return;
  const statement = sql`delete from address_lease where id = ${id} and not ${hasSession(kind)}`;
  const [written] = await store.write([compileStatement(statement.compile(store.db))]);
  if (written?.changes === 0)
    throw new Fault('conflict', 'An open session has the address; disconnect it first.');
}
