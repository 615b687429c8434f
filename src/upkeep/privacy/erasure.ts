import { sql } from 'kysely';
import type { Gateway } from '../../gateway/gateway.ts';
import { deleteRepliesAbout } from '../../http/idempotency.ts';
import type { Person, PersonalTable } from '../../gateway/personal-table.ts';
import { parseJsonColumn, type Statement } from '../../store/store.ts';
import { Secret } from '../../contract/secret.ts';
import { countRows, updateJob, type ClaimedJob } from './job-claim.ts';
import { divideKeys, findKeys, findPersonalKeys, hasKey, type Key } from './personal-rows.ts';
import { identifyPerson } from './person.ts';

const rowsPerBatch = 500;
/** Interval of looks at sessions that have not ended. */
const pendingIntervalMs = 2_000;
/** Interval of looks at sessions that a late packet may have changed, and their period. */
const lateIntervalMs = 60_000;
const latePeriodMs = 24 * 3_600_000;
const maxLateRows = 10_000;
const identifiersPlace = 'privacy_job.identifiers';

/** An erasure in progress. */
interface Erasure {
  readonly gateway: Gateway;
  readonly tables: readonly PersonalTable[];
  readonly job: ClaimedJob;
  readonly pseudonym: string;
}

type LateRows = Readonly<Record<string, readonly Key[]>>;

/**
 * Erases the data of a person, except rows in use; may be repeated and resumed. The row of the user is erased last, since it
 * ends the person's sessions and refers to their rows.
 */
export async function runErasure(
  gateway: Gateway,
  tables: readonly PersonalTable[],
  job: ClaimedJob,
): Promise<void> {
  const erasure = { gateway, tables, job, pseudonym: job.row.pseudonym ?? '' };
  if (job.row.completed_at !== null) return eraseLateChanges(erasure);
  const person = await identifyOnce(erasure);
  let pending = 0;
  for (const table of tables) pending += await eraseFrom(erasure, table, person);
  await deleteRepliesAbout(gateway, [person.username, ...person.stations, ...person.phones]);
  const now = gateway.now().getTime();
  await gateway.store.write(
    pending > 0
      ? [updateJob(gateway, job, { pending, next_at: now + pendingIntervalMs })]
      : [deleteUser(erasure, person), complete(erasure, now)],
  );
}

/** Identifies the person before the first row is erased; a resumed erasure uses that identification. */
async function identifyOnce({ gateway, tables, job }: Erasure): Promise<Person> {
  const { store, vault, now } = gateway;
  if (job.row.identifiers !== null)
    return parseJsonColumn<Person>(vault.open(job.row.identifiers, identifiersPlace).reveal());
  const user = await store.db
    .selectFrom('user')
    .select(['username', 'organization'])
    .where('id', '=', job.row.user)
    .executeTakeFirst();
  const { username = '', organization = job.row.organization } = user ?? {};
  const person = await identifyPerson(store, tables, {
    user: job.row.user,
    username,
    organization,
  });
  const late: Record<string, readonly Key[]> = {};
  for (const table of tables)
    if (table.mayChange) {
      const only = table.mayChange(now().getTime() - latePeriodMs);
      late[table.table] = (await findPersonalKeys(store, table, { person, only })).slice(
        -maxLateRows,
      );
    }
  const identifiers = vault.seal(new Secret(JSON.stringify(person)), identifiersPlace);
  await store.write([updateJob(gateway, job, { identifiers, late_rows: JSON.stringify(late) })]);
  return person;
}

/** Erases the rows of a table that are not in use. @returns how many are */
async function eraseFrom(erasure: Erasure, table: PersonalTable, person: Person): Promise<number> {
  const { gateway, job } = erasure;
  const { store, now } = gateway;
  const live =
    table.live && now().getTime() < job.row.created_at + table.live.forMs
      ? table.live.condition
      : undefined;
  const only = live ? sql`not ${live}` : notErased(erasure, table);
  const keys = await findPersonalKeys(store, table, { person, only });
  for (const part of divideKeys(keys, rowsPerBatch)) await eraseRows(erasure, table, part);
  return live ? (await findPersonalKeys(store, table, { person, only: live })).length : 0;
}

/** The row of the user keeps its id until the end, and is anonymized once. */
function notErased({ pseudonym }: Erasure, { table }: PersonalTable) {
  return table === 'user' ? sql`username <> ${pseudonym}` : undefined;
}

async function eraseRows(erasure: Erasure, table: PersonalTable, keys: readonly Key[]) {
  const { gateway, job, pseudonym } = erasure;
  const changes = table.anonymize?.(pseudonym);
  const action = changes ? 'anonymized' : 'deleted';
  countRows(job, { table: table.table, action, rows: keys.length });
  const statement = changes
    ? setColumns(erasure, table, { keys, changes })
    : deleteRows(erasure, table, keys);
  await gateway.store.write([statement, updateJob(gateway, job)]);
}

function setColumns(
  { gateway: { store } }: Erasure,
  of: PersonalTable,
  { keys, changes }: { keys: readonly Key[]; changes: Readonly<Record<string, unknown>> },
): Statement {
  const assigned = Object.entries(changes).map(
    ([column, value]) => sql`${sql.ref(column)} = ${value}`,
  );
  return sql`update ${sql.table(of.table)} set ${sql.join(assigned)} where ${hasKey(of, keys)}`.compile(
    store.db,
  );
}

function deleteRows(
  { gateway: { store } }: Erasure,
  of: PersonalTable,
  keys: readonly Key[],
): Statement {
  return sql`delete from ${sql.table(of.table)} where ${hasKey(of, keys)}`.compile(store.db);
}

function deleteUser(erasure: Erasure, { user }: Person): Statement {
  const [users] = erasure.tables.filter(({ table }) => table === 'user');
  if (!users) throw new Error('no table of users');
  return deleteRows(erasure, users, [user]);
}

function complete({ gateway, job }: Erasure, now: number): Statement {
  return updateJob(gateway, job, {
    status: 'completed',
    completed_at: now,
    pending: 0,
    identifiers: null,
    owner: null,
    next_at: now + lateIntervalMs,
  });
}

/** Anonymizes again what packets have changed since that arrived after the end of their session. */
async function eraseLateChanges(erasure: Erasure): Promise<void> {
  const { gateway, tables, job } = erasure;
  const late = parseJsonColumn<LateRows>(job.row.late_rows ?? '{}');
  for (const table of tables)
    for (const keys of divideKeys(late[table.table] ?? [], rowsPerBatch))
      await eraseRestored(erasure, table, keys);
  const now = gateway.now().getTime();
  const isOver = now >= (job.row.completed_at ?? 0) + latePeriodMs;
  const next = isOver ? { next_at: null, late_rows: null } : { next_at: now + lateIntervalMs };
  await gateway.store.write([updateJob(gateway, job, { ...next, owner: null })]);
}

async function eraseRestored(
  erasure: Erasure,
  table: PersonalTable,
  keys: readonly Key[],
): Promise<void> {
  const { gateway, pseudonym } = erasure;
  const changes = table.anonymize?.(pseudonym);
  if (!changes || !table.isRestored) return;
  const restored = sql`${hasKey(table, keys)} and ${table.isRestored(pseudonym)}`;
  const found = await findKeys(gateway.store, table, restored);
  if (found.length > 0)
    await gateway.store.write([setColumns(erasure, table, { keys: found, changes })]);
}
