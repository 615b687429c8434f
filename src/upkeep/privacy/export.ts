import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Gateway } from '../../gateway/gateway.ts';
import type { Person, PersonalTable } from '../../gateway/personal-table.ts';
import type { Resource } from '../../contract/resource.ts';
import { relationOf } from '../../store/query/relation.ts';
import { serializeRow, type Row } from '../../store/query/row-serialization.ts';
import { compileStatement, parseJsonColumn, type Store } from '../../store/store.ts';
import { countRows, updateJob, type ClaimedJob } from './job-claim.ts';
import { divideKeys, findPersonalKeys, hasKey, type Key } from './personal-rows.ts';
import { identifyPerson } from './person.ts';

const rowsPerPart = 200;

/** State of an export: the last row that it contains, and its number of parts. */
interface Progress {
  readonly table: string | null;
  readonly key: Key | null;
  readonly parts: number;
}

/** Stores everything about a person as parts of an export; continues where an earlier run was interrupted. */
export async function runExport(
  gateway: Gateway,
  tables: readonly PersonalTable[],
  job: ClaimedJob,
): Promise<void> {
  const { store, now } = gateway;
  const progress = parseJsonColumn<Progress>(
    job.row.progress ?? '{"table":null,"key":null,"parts":0}',
  );
  const user = await store.db
    .selectFrom('user')
    .select(['username', 'organization'])
    .where('id', '=', job.row.user)
    .executeTakeFirst();
  if (!user) return fail(gateway, job, 'the user was deleted');
  const person = await identifyPerson(store, tables, { user: job.row.user, ...user });
  const begun = tables.findIndex(({ table }) => table === progress.table);
  let { parts } = progress;
  for (const [index, of] of tables.entries())
    if (index >= begun && of.resource) {
      const after = index === begun ? progress.key : null;
      parts = await exportRows(
        { gateway, job, person },
        { of, resource: of.resource, after, parts },
      );
    }
  const done = { status: 'completed', completed_at: now().getTime(), progress: null } as const;
  await store.write([updateJob(gateway, job, { ...done, owner: null, next_at: null })]);
}

interface Source {
  readonly of: PersonalTable;
  readonly resource: Resource;
  /** The last key of an earlier run. */
  readonly after: Key | null;
  readonly parts: number;
}

/** @returns the number of parts so far */
async function exportRows(
  { gateway, job, person }: { gateway: Gateway; job: ClaimedJob; person: Person },
  { of, resource, after, parts: before }: Source,
): Promise<number> {
  const { store } = gateway;
  const keys = await findPersonalKeys(store, of, { person });
  const rest = keys.filter((key) => after === null || key > after);
  let parts = before;
  for (const part of divideKeys(rest, rowsPerPart)) {
    const rows = JSON.stringify(await readRows(store, resource, part));
    parts += 1;
    countRows(job, { table: of.table, action: 'exported', rows: part.length });
    const progress: Progress = { table: of.table, key: part.at(-1) ?? null, parts };
    const values = { job: job.row.id, position: parts, source: of.table, rows };
    await store.write([
      compileStatement(store.db.insertInto('privacy_export').values(values)),
      updateJob(gateway, job, { progress: JSON.stringify(progress) }),
    ]);
  }
  return parts;
}

async function readRows(store: Store, of: Resource, keys: readonly Key[]): Promise<readonly Row[]> {
  const query = sql<Row>`
    select * from ${relationOf(store, of)} where ${hasKey(of, keys)} order by ${sql.ref(of.key)}`;
  const rows = await store.readLong({ compile: () => query.compile(store.db) });
  return rows.map((row) => serializeRow(of, row));
}

async function fail(gateway: Gateway, job: ClaimedJob, reason: string): Promise<void> {
  const ended = { status: 'failed', completed_at: gateway.now().getTime(), error_message: reason };
  await gateway.store.write([updateJob(gateway, job, { ...ended, owner: null, next_at: null })]);
}

/** Reads the parts of an export one after the other, as one JSON object with a list for each table. */
export async function* exportContent(store: Store, job: string): AsyncGenerator<string> {
  let source: string | null = null;
  yield '{';
  for (let position = 1; ; position += 1) {
    const part = await store.db
      .selectFrom('privacy_export')
      .select(['source', 'rows'])
      .where('job', '=', job)
      .where('position', '=', position)
      .executeTakeFirst();
    if (!part) break;
    const rows = part.rows.slice(1, -1);
    if (part.source === source) yield `,${rows}`;
    else yield `${source === null ? '' : '],'}${JSON.stringify(part.source)}:[${rows}`;
    source = part.source;
    // A client that takes many parts at a time leaves a turn to others between them.
    await nextTurn();
  }
  yield source === null ? '}' : ']}';
}
