import Database from 'better-sqlite3';

/** The columns that are read of each table of FreeRADIUS; all are text. */
export const stagedTables = {
  radcheck: ['username', 'attribute', 'op', 'value'],
  radreply: ['username', 'attribute', 'op', 'value'],
  radgroupcheck: ['groupname', 'attribute', 'op', 'value'],
  radgroupreply: ['groupname', 'attribute', 'op', 'value'],
  radusergroup: ['username', 'groupname', 'priority'],
  nas: ['nasname', 'shortname', 'secret', 'description'],
  /** One line of a huntgroup; `others` is not empty where it has more conditions than the address of the NAS. */
  radhuntgroup: ['groupname', 'nasipaddress', 'others'],
  userinfo: ['username', 'firstname', 'lastname', 'email'],
  radacct: [
    'acctuniqueid',
    'acctsessionid',
    'username',
    'realm',
    'nasipaddress',
    'nasportid',
    'nasporttype',
    'acctstarttime',
    'acctupdatetime',
    'acctstoptime',
    'acctsessiontime',
    'acctauthentic',
    'connectinfo_start',
    'connectinfo_stop',
    'acctinputoctets',
    'acctoutputoctets',
    'calledstationid',
    'callingstationid',
    'acctterminatecause',
    'servicetype',
    'framedprotocol',
    'framedipaddress',
    'framedipv6address',
    'framedipv6prefix',
    'framedinterfaceid',
    'delegatedipv6prefix',
    'class',
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
  /** Names, best priority first. */
  readonly groups: readonly string[];
}

/** Tables of a source that have another name than here, or columns that have. */
const aliases: Readonly<Record<string, { table: StagedTable; columns: Record<string, string> }>> = {
  radhuntgroup: { table: 'radhuntgroup', columns: { others: 'nasportid' } },
  // RADIUSdesk.
  permanent_users: { table: 'userinfo', columns: { firstname: 'name', lastname: 'surname' } },
};

/** The tables of a source that are taken over. */
export const sourceTables: readonly string[] = [
  ...new Set([...Object.keys(stagedTables), ...Object.keys(aliases)]),
];

/** Finds the staging table of a table of a source; null: its rows are not imported. */
export function stagedTableOf(name: string): StagedTable | null {
  return aliases[name]?.table ?? (isStagedTable(name) ? name : null);
}

/** Returns the name of a staging column in a table of a source. */
function sourceColumn(name: string, column: string): string {
  return aliases[name]?.columns[column] ?? column;
}

function isStagedTable(name: string): name is StagedTable {
  return Object.hasOwn(stagedTables, name);
}

/**
 * Rows of another system in a temporary database on disk, which sorts tables of any length and joins the rows of each user.
 * SQLite deletes its file as soon as it is open, so a killed process leaves no password behind.
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

  /** Adds rows of a table that `stagedTableOf` finds, in one transaction. */
  add(name: string, rows: Iterable<StagedRow>): void {
    const table = stagedTableOf(name);
    if (table === null) throw new Error(`rows of ${name} are not taken over`);
    const columns = stagedTables[table];
    const sources = columns.map((column) => sourceColumn(name, column));
    const insert = this.#db.prepare(
      `insert into ${table} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`,
    );
    this.#db.transaction(() => {
      for (const row of rows) insert.run(sources.map((column) => row[column] ?? null));
    })();
  }

  /**
   * Copies the tables of an SQLite database of FreeRADIUS.
   *
   * @returns the names of other tables that have rows
   * @throws Error if it cannot be read
   */
  copyFrom(file: string): ReadonlySet<string> {
    const others = new Set<string>();
    this.#db.prepare('attach ? as source').run(file);
    const names = this.#db
      .prepare<[], string>(
        "select name from source.sqlite_master where type = 'table' and name not like 'sqlite\\_%' escape '\\'",
      )
      .pluck()
      .all();
    for (const name of names) if (!this.#copyTable(name)) others.add(name);
    this.#db.exec('detach source');
    return others;
  }

  /** @returns false: the table has rows that are not taken over */
  #copyTable(name: string): boolean {
    // SQLite does not distinguish case either.
    const lower = name.toLowerCase();
    const table = stagedTableOf(lower);
    const source = `source."${name.replaceAll('"', '""')}"`;
    if (table === null)
      return this.#db.prepare(`select 1 from ${source} limit 1`).get() === undefined;
    const found = this.#db
      .prepare(`select lower(name) from pragma_table_info(?, 'source')`)
      .pluck()
      .all(name);
    const columns = stagedTables[table];
    const list = columns.map((column) => {
      const from = sourceColumn(lower, column);
      return found.includes(from) ? `cast(${from} as text)` : 'null';
    });
    this.#db.exec(
      `insert into ${table} (${columns.join(', ')}) select ${list.join(', ')} from ${source}`,
    );
    return true;
  }

  clients(): Iterable<StagedRow> {
    return this.#rows('select * from nas where id > @last order by id limit 500', 'id');
  }

  countSessions(): number {
    return (
      this.#db.prepare<[], { rows: number }>('select count(*) as rows from radacct').get()?.rows ??
      0
    );
  }

  sessions(): Iterable<StagedRow> {
    return this.#rows('select * from radacct where id > @last order by id limit 500', 'id');
  }

  /** Lines of huntgroups in the order of the source: FreeRADIUS matches them in that order. */
  huntgroups(): Iterable<StagedRow> {
    return this.#rows('select * from radhuntgroup where id > @last order by id limit 500', 'id');
  }

  /** Returns name and address of a person, undefined if the source lacks them. */
  person(username: string): StagedRow | undefined {
    return this.#db
      .prepare<[string], StagedRow>('select * from userinfo where username = ? order by id limit 1')
      .get(username);
  }

  group(name: string): Pick<StagedUser, 'check' | 'reply'> {
    return {
      check: this.#items('radgroupcheck', 'groupname', name),
      reply: this.#items('radgroupreply', 'groupname', name),
    };
  }

  /** Returns the number of rows without a user name by table, for tables that have some. */
  countNameless(): ReadonlyMap<string, number> {
    const tables = ['radcheck', 'radreply', 'radusergroup'] as const;
    return new Map(
      tables.flatMap((table) => {
        const row = this.#db
          .prepare<[], { rows: number }>(
            `select count(*) as rows from ${table} where coalesce(username, '') = ''`,
          )
          .get();
        return row && row.rows > 0 ? [[table, row.rows] as const] : [];
      }),
    );
  }

  /** Yields all users by name, including users with only a group. */
  *users(): Iterable<StagedUser> {
    const pageOf = (table: StagedTable) =>
      `select * from (select distinct username from ${table} where username > @last order by username limit 500)`;
    const names = this.#rows(
      `select username from (${pageOf('radcheck')} union ${pageOf('radreply')} union ${pageOf('radusergroup')})
        order by username limit 500`,
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

  /** Reads a page at a time, so that no statement stays open between pages. */
  *#rows(sql: string, key: string, first: string | number = 0): Iterable<StagedRow> {
    const select = this.#db.prepare<[{ last: string | number }], Record<string, string>>(sql);
    let page = select.all({ last: first });
    for (; page.length > 0; page = select.all({ last: page.at(-1)?.[key] ?? '' })) yield* page;
  }
}
