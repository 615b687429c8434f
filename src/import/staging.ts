import Database from 'better-sqlite3';

/** The columns that are read of each table of FreeRADIUS; all are text. */
export const stagedTables = {
  radcheck: ['username', 'attribute', 'op', 'value'],
  radreply: ['username', 'attribute', 'op', 'value'],
  radgroupcheck: ['groupname', 'attribute', 'op', 'value'],
  radgroupreply: ['groupname', 'attribute', 'op', 'value'],
  radusergroup: ['username', 'groupname', 'priority'],
  nas: ['nasname', 'shortname', 'secret', 'description'],
  radacct: [
    ...['acctuniqueid', 'acctsessionid', 'username', 'realm', 'nasipaddress', 'nasportid'],
    ...['nasporttype', 'acctstarttime', 'acctupdatetime', 'acctstoptime', 'acctsessiontime'],
    ...['acctauthentic', 'connectinfo_start', 'connectinfo_stop', 'acctinputoctets'],
    ...['acctoutputoctets', 'calledstationid', 'callingstationid', 'acctterminatecause'],
    ...['servicetype', 'framedprotocol', 'framedipaddress', 'framedipv6address'],
    ...['framedipv6prefix', 'framedinterfaceid', 'delegatedipv6prefix', 'class'],
  ],
} as const;

export type StagedTable = keyof typeof stagedTables;
export type StagedRow = Readonly<Record<string, string | null>>;

/** An attribute of a list, as FreeRADIUS writes it. */
export interface StagedItem {
  readonly attribute: string;
  readonly op: string;
  readonly value: string;
}

export interface StagedUser {
  readonly username: string;
  readonly check: readonly StagedItem[];
  readonly reply: readonly StagedItem[];
  /** Names, those of the best priority first. */
  readonly groups: readonly string[];
}

export function isStagedTable(name: string): name is StagedTable {
  return Object.hasOwn(stagedTables, name);
}

/**
 * Rows of another system in a temporary database on disk, sorted there: a table may be of any length, and the rows of one
 * user stand in several. SQLite deletes its file as soon as it is open, so a process that is killed leaves no password behind.
 */
export class Staging {
  readonly #db = new Database('');

  constructor() {
    this.#db.pragma('journal_mode = off');
    this.#db.pragma('synchronous = off');
    for (const [table, columns] of Object.entries(stagedTables)) {
      this.#db.exec(`create table ${table} (id integer primary key, ${columns.join(', ')})`);
      this.#db.exec(`create index ${table}_key on ${table} (${columns[0]})`);
    }
  }

  /** Adds rows in one transaction. */
  add(table: StagedTable, rows: Iterable<StagedRow>): void {
    const columns = stagedTables[table];
    const insert = this.#db.prepare(
      `insert into ${table} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`,
    );
    this.#db.transaction(() => {
      for (const row of rows) insert.run(columns.map((column) => row[column] ?? null));
    })();
  }

  /** Copies the tables of an SQLite database of FreeRADIUS. @throws Error if it cannot be read */
  copyFrom(file: string): void {
    this.#db.prepare('attach ? as source').run(file);
    for (const [table, columns] of Object.entries(stagedTables)) {
      const found = this.#db
        .prepare(`select name from pragma_table_info(?, 'source')`)
        .pluck()
        .all(table);
      if (found.length === 0) continue;
      const list = columns.map((column) =>
        found.includes(column) ? `cast(${column} as text)` : 'null',
      );
      this.#db.exec(
        `insert into ${table} (${columns.join(', ')}) select ${list.join(', ')} from source.${table}`,
      );
    }
    this.#db.exec('detach source');
  }

  clients(): Iterable<StagedRow> {
    return this.#rows('select * from nas where id > ? order by id limit 500', 'id');
  }

  sessions(): Iterable<StagedRow> {
    return this.#rows('select * from radacct where id > ? order by id limit 500', 'id');
  }

  group(name: string): Pick<StagedUser, 'check' | 'reply'> {
    return {
      check: this.#items('radgroupcheck', 'groupname', name),
      reply: this.#items('radgroupreply', 'groupname', name),
    };
  }

  /** Yields all users by name, those that only have a group as well. */
  *users(): Iterable<StagedUser> {
    const names = this.#rows(
      `select distinct username from (select username from radcheck union select username from radreply
        union select username from radusergroup) where username > ? order by username limit 500`,
      'username',
      '',
    );
    for (const { username } of names) if (username) yield this.#user(username);
  }

  close(): void {
    this.#db.close();
  }

  #user(username: string): StagedUser {
    const groups = this.#db
      .prepare(
        'select groupname from radusergroup where username = ? order by cast(priority as integer), id',
      )
      .pluck()
      .all(username);
    return {
      username,
      check: this.#items('radcheck', 'username', username),
      reply: this.#items('radreply', 'username', username),
      groups: groups.map(String),
    };
  }

  #items(table: StagedTable, key: string, value: string): readonly StagedItem[] {
    return this.#db
      .prepare<[string], StagedItem>(
        `select attribute, coalesce(op, '') as op, coalesce(value, '') as value from ${table}
          where ${key} = ? and attribute is not null order by id`,
      )
      .all(value);
  }

  /** Reads a page at a time, so that no statement stays open while other work is done. */
  *#rows(sql: string, key: string, first: string | number = 0): Iterable<StagedRow> {
    const select = this.#db.prepare<[string | number], Record<string, string>>(sql);
    for (let page = select.all(first); page.length > 0; page = select.all(page.at(-1)?.[key] ?? ''))
      yield* page;
  }
}
