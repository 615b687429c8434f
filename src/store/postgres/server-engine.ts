import type pg from 'pg';
import { Fault } from '../../contract/errors.ts';

/** Engines that speak the protocol of PostgreSQL and cannot hold a store, by what their `version()` says, and why. */
const unfit: readonly { readonly name: string; readonly says: RegExp; readonly lacks: string }[] = [
  {
    name: 'CockroachDB',
    says: /CockroachDB/i,
    lacks: 'it has no hash indexes, which the tables need',
  },
  {
    name: 'YugabyteDB',
    says: /YugabyteDB|-YB-/i,
    lacks:
      'it does not roll back changes of tables, so an upgrade that fails would leave half of them',
  },
];

/** @throws Fault `unavailable` naming the engine and what it lacks, unless the server is a PostgreSQL */
export async function checkEngine(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  const { rows } = await client.query<{ version: string }>('select version() as version');
  const version = rows[0]?.version ?? '';
  const found = unfit.find(({ says }) => says.test(version));
  if (found)
    throw new Fault(
      'unavailable',
      `database.url: the server is ${found.name} (${version}), which cannot hold a store: ${found.lacks}. Use PostgreSQL`,
    );
}
