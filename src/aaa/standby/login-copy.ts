import { setTimeout as sleep } from 'node:timers/promises';
import { sql, type RawBuilder } from 'kysely';
import { readTimeZones } from '../../organization/time-zone.ts';
import { groupBy } from '../../runtime/group-by.ts';
import {
  firstOwnId,
  readCopiedColumns,
  replaceRange,
  writeRows,
  type CopiedRange,
} from '../../store/standby/copied-table.ts';
import { noteCopied } from '../../store/standby/copy-file.ts';
import type { Statement, Store } from '../../store/store.ts';
import { readUsageOfUsers } from '../policy/limit/usage.ts';
import { loginTables, sessionTable, type LoginTable } from './login-tables.ts';
import { firstUsedId, lastUsedId, quotaPeriods, sessionsOfUse } from './used-before.ts';

type Row = CopiedRange['rows'][number];

interface LoginCopyContext {
  readonly main: Store;
  readonly copy: Store;
  readonly now: () => Date;
  /** False while the copy has what the store has not: rows of the store must not replace it. */
  readonly mayWrite: () => boolean;
}

/** Rows that are read at a time, and changed rows of a table between two passes. */
const pageRows = 500;
const maxChanged = 5_000;
/** Clocks of gateways may differ by so much. */
const skewMs = 10_000;
const lastKey = Number.MAX_SAFE_INTEGER;

/** The rows of the store that logins read, in the copy of this gateway. */
export class LoginCopy {
  readonly #context: LoginCopyContext;
  readonly #columns = new Map<string, readonly string[]>();
  /** The greatest value of the column with which changes are found, and when it was first read, by table. */
  readonly #seen = new Map<string, { readonly greatest: number; readonly at: number }>();
  #copiedAt: number | null = null;

  constructor(context: LoginCopyContext) {
    this.#context = context;
  }

  /** When the last complete pass began, in milliseconds since 1970; null: there was none. */
  get copiedAt(): number | null {
    return this.#copiedAt;
  }

  /**
   * Copies everything, page by page; between two pages others have their turn.
   *
   * @throws Fault if the store cannot be read or the copy cannot be written
   */
  async copyAll(signal: AbortSignal): Promise<void> {
    const at = this.#context.now().getTime();
    const ranges = [...loginTables.map((table) => this.#rangesOf(table)), this.#sessions()];
    for (const of of ranges)
      for await (const { table, ...range } of of) {
        if (signal.aborted || !this.#context.mayWrite()) return;
        await this.#write(replaceRange(table, await this.#columnsOf(table), range));
      }
    await this.#write(noteCopied(at));
    this.#copiedAt = at;
  }

  /** Copies the rows that say that they have changed. @throws as `copyAll` */
  async copyChanges(): Promise<void> {
    for (const table of loginTables) {
      const { changes } = table;
      if (changes === undefined) continue;
      const changed = sql`${sql.ref(changes)} > ${this.#since(table)}`;
      const rows = await this.#read(table, { where: changed, order: changes, limit: maxChanged });
      if (rows.length === 0 || !this.#context.mayWrite()) continue;
      await this.#write([writeRows(table, await this.#columnsOf(table), rows)]);
      this.#note(table, rows);
    }
  }

  async *#rangesOf(table: LoginTable): AsyncGenerator<CopiedRange & { table: LoginTable }> {
    const { key } = table;
    for (let after = -1; after < lastKey;) {
      const where = sql`${sql.ref(key)} > ${after}`;
      const rows = await this.#read(table, { where, order: key, limit: pageRows });
      const isLast = rows.length < pageRows;
      // Further rows may have the key of the last one.
      const through = isLast ? lastKey : Number(rows.at(-1)?.[key]) - 1;
      yield {
        table,
        after,
        through,
        rows: isLast ? rows : rows.filter((row) => Number(row[key]) <= through),
      };
      this.#note(table, rows);
      after = through;
    }
  }

  #note({ name, changes }: LoginTable, rows: readonly Row[]): void {
    if (changes === undefined) return;
    const greatest = rows.reduce((most, row) => Math.max(most, Number(row[changes])), 0);
    const known = this.#seen.get(name)?.greatest ?? 0;
    if (greatest > known) this.#seen.set(name, { greatest, at: this.#context.now().getTime() });
  }

  /** For a while after a change, changes of a gateway whose clock is behind are looked for as well. */
  #since({ name, changes }: LoginTable): number {
    const seen = this.#seen.get(name);
    if (!seen) return 0;
    const isRecent = this.#context.now().getTime() - seen.at < skewMs;
    return changes === 'last_change' && isRecent ? seen.greatest - skewMs : seen.greatest;
  }

  /** Copies open sessions as they are, and computes others from what each user has used. */
  async *#sessions(): AsyncGenerator<CopiedRange & { table: LoginTable }> {
    const table = sessionTable;
    yield { table, after: firstOwnId - 1, through: lastKey, rows: [] };
    for await (const range of this.#openSessions()) yield { table, ...range };
    for await (const range of this.#usedBefore()) yield { table, ...range };
  }

  async *#openSessions(): AsyncGenerator<CopiedRange> {
    const { main } = this.#context;
    const query = sql<{
      radacctid: number;
    }>`select radacctid from aaa_accounting where acctstoptime is null`;
    const found = await main.readLong({ compile: () => query.compile(main.db) });
    const ids = found.map(({ radacctid }) => radacctid).sort((one, other) => one - other);
    let after = -1;
    for (let from = 0; from <= ids.length; from += pageRows) {
      const some = ids.slice(from, from + pageRows);
      const isLast = from + pageRows > ids.length;
      const through = isLast ? firstUsedId - 1 : (some.at(-1) ?? after);
      const where = sql`radacctid in (${sql.join(some)}) and acctstoptime is null`;
      const rows =
        some.length === 0
          ? []
          : await this.#read(sessionTable, { where, order: 'radacctid', limit: pageRows });
      yield { after, through, rows };
      after = through;
    }
  }

  async *#usedBefore(): AsyncGenerator<CopiedRange> {
    const { copy } = this.#context;
    for (let user = 0, isLast = false; !isLast;) {
      const limited = await selectLimited(copy, user);
      isLast = limited.length < pageUsers;
      const through = isLast ? firstOwnId - 1 : lastUsedId(limited.at(-1)?.id ?? user);
      yield { after: lastUsedId(user), through, rows: await this.#sessionsOf(limited) };
      user = limited.at(-1)?.id ?? user;
    }
  }

  async #sessionsOf(users: readonly LimitedUser[]): Promise<readonly Row[]> {
    const { main, copy, now: clock } = this.#context;
    const now = clock();
    const siteOf = ({ organization }: LimitedUser) => ({ location: null, organization });
    const timeZones = await readTimeZones(copy, users.map(siteOf));
    const byZone = groupBy(users, (user) => timeZones(siteOf(user)));
    const sessions: Row[] = [];
    for (const [timeZone, some] of byZone) {
      const filter = { periods: quotaPeriods, now, timeZone, isOver: true };
      const used = await readUsageOfUsers(main, { users: some.map(({ id }) => id), ...filter });
      for (const { id: user, organization } of some) {
        const usage = used.get(user)?.usage;
        if (usage) sessions.push(...sessionsOfUse({ user, organization, usage, now, timeZone }));
      }
    }
    return sessions;
  }

  async #read(
    table: LoginTable,
    {
      where,
      order,
      limit,
    }: {
      readonly where: RawBuilder<unknown>;
      readonly order: string;
      readonly limit: number;
    },
  ): Promise<readonly Row[]> {
    const { main } = this.#context;
    const columns = sql.join((await this.#columnsOf(table)).map((column) => sql.ref(column)));
    const query = sql<Row>`select ${columns} from ${sql.table(table.name)}
      where ${sql.raw(table.where ?? '1 = 1')} and ${where} order by ${sql.ref(order)} limit ${limit}`;
    return main.readPage<Row>({ compile: () => query.compile(main.db) });
  }

  async #columnsOf(table: LoginTable): Promise<readonly string[]> {
    const known = this.#columns.get(table.name);
    if (known) return known;
    const columns = await readCopiedColumns(this.#context.copy, table);
    this.#columns.set(table.name, columns);
    return columns;
  }

  /** Writes a page, and leaves as much time to others as it took. */
  async #write(statements: readonly Statement[]): Promise<void> {
    const began = performance.now();
    await this.#context.copy.write(statements);
    await sleep(Math.min(1_000, performance.now() - began));
  }
}

interface LimitedUser {
  readonly id: number;
  readonly organization: number;
}

const pageUsers = 200;

/** Selects the users after one whose sessions are counted: those of vouchers, and those with a quota. */
function selectLimited(copy: Store, after: number): Promise<readonly LimitedUser[]> {
  const query = sql<LimitedUser>`select u.id, u.organization from ${sql.table('user')} as u
    where u.id > ${after} and (u.attributes like '%"max-%'
      or exists (select 1 from user_token as t where t."user" = u.id)
      or exists (select 1 from aaa_profile as p where p.check_attributes like '%"max-%'
        and (p.id = u.profile or p.id in (select e.profile from user_profile_entry as e where e."user" = u.id))))
    order by u.id limit ${pageUsers}`;
  return copy.read<LimitedUser>(query.compile(copy.db));
}
