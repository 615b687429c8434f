import { linesOf, LongLine } from '../../runtime/lines-of.ts';
import {
  checkLength,
  readTuples,
  splitDefinitions,
  unescapeSql,
  type SqlValue,
} from './sql-list.ts';
import { stagedTableOf, type StagedRow, type Staging } from './staging.ts';

/** Octets of one statement of a dump; mysqldump writes at most 16 MiB. */
const maxStatement = 67_108_864;

/**
 * Reads the tables of FreeRADIUS in a dump of mysqldump, pg_dump or sqlite3 into the staging.
 *
 * @param dump  octets of the dump
 * @param name  of the dump in errors
 * @returns     the names of other tables that have rows
 * @throws Error naming the line of a statement that cannot be read
 */
export async function readDump(
  dump: AsyncIterable<unknown>,
  name: string,
  staging: Staging,
): Promise<ReadonlySet<string>> {
  const reader = new DumpReader(staging);
  const place = { number: 1 };
  const faultOf = (error: unknown) =>
    new Error(`${name}:${place.number}: ${error instanceof Error ? error.message : ''}`, {
      cause: error,
    });
  try {
    for await (const line of linesOf(dump, maxStatement)) {
      try {
        reader.read(line.replace(/\r$/, ''));
      } catch (error) {
        throw faultOf(error);
      }
      place.number += 1;
    }
  } catch (error) {
    throw error instanceof LongLine ? faultOf(error) : error;
  }
  reader.end();
  return reader.others;
}

interface Copy {
  readonly table: string;
  readonly columns: readonly string[];
  readonly rows: StagedRow[];
}

const rowsPerWrite = 5000;

/** A table, with the schema or database before it: `radcheck`, `public.radcheck`, "public"."radcheck". */
const tableName = '(?:(?:\\w+|"[^"]*"|`[^`]*`)\\.)?[`"[]?(\\w+)[`"\\]]?';
const createForm = new RegExp(
  `^create (?:\\w+ )?table (?:if not exists )?${tableName}\\s*\\((.*)`,
  'is',
);
const insertForm = new RegExp(
  `^insert (?:or \\w+ |ignore )?into ${tableName}\\s*(?:\\(([^)]*)\\)\\s*)?(?:overriding \\w+ value )?values\\s*`,
  'i',
);
/** Statements at the begin of a dump of sqlite3, and of pg_dump: no sign escapes in their texts. */
const plainForm = /^\s*(?:pragma foreign_keys|set standard_conforming_strings = on)\b/i;
const copyForm = /^copy (?:(?:\w+|"[^"]*")\.)?"?(\w+)"? \(([^)]*)\) from stdin/i;

class DumpReader {
  /** Tables with rows that are not read. */
  readonly others = new Set<string>();
  readonly #staging: Staging;
  /** Columns of the tables that the dump creates: mysqldump names them nowhere else. */
  readonly #columns = new Map<string, readonly string[]>();
  /** Lines of the statement that is being read; some programs write a line for each row. */
  #lines: string[] = [];
  #length = 0;
  #quote = '';
  /** The escape character of a text: a backslash in MariaDB; other databases have none. */
  #escape = '\\';
  #copy: Copy | null = null;

  constructor(staging: Staging) {
    this.#staging = staging;
  }

  read(line: string): void {
    if (this.#copy) {
      this.#readCopied(this.#copy, line);
      return;
    }
    if (this.#length === 0 && (/^\s*(?:--|#|\/\*!|\\)/.test(line) || line.trim() === '')) return;
    this.#lines.push(line);
    this.#length += line.length + 1;
    if (this.#length > maxStatement) throw new Error('a statement is longer than 64 MiB');
    if (this.#endsStatement(line)) this.end();
  }

  /** Runs the statement that has been read. */
  end(): void {
    const statement = this.#lines.join('\n');
    this.#lines = [];
    this.#length = 0;
    this.#readDialect(statement);
    const [, created, definition] = createForm.exec(statement) ?? [];
    if (created !== undefined && definition !== undefined)
      this.#columns.set(created.toLowerCase(), columnsOf(definition));
    const [head, table, list] = insertForm.exec(statement) ?? [];
    if (head !== undefined && table !== undefined)
      this.#insert({ table, list }, statement.slice(head.length));
    const [, copied, fields] = copyForm.exec(statement) ?? [];
    if (copied !== undefined && fields !== undefined)
      this.#copy = { table: copied, columns: namesOf(fields), rows: [] };
  }

  #readDialect(statement: string): void {
    if (plainForm.test(statement)) this.#escape = '';
  }

  #insert(
    { table, list }: { readonly table: string; readonly list: string | undefined },
    values: string,
  ): void {
    const name = table.toLowerCase();
    if (stagedTableOf(name) === null) {
      this.others.add(name);
      return;
    }
    const columns = list === undefined ? this.#columns.get(name) : namesOf(list);
    if (!columns)
      throw new Error(`INSERT INTO ${table} names no columns, and no CREATE TABLE does`);
    this.#staging.add(
      name,
      toRows(columns, readTuples(values, { hasEscapes: this.#escape !== '' })),
    );
  }

  #readCopied(copy: Copy, line: string): void {
    const isEnd = line === '\\.';
    if (!isEnd) {
      const texts = line.split('\t', copy.columns.length);
      const values = texts.map((text) => (text === '\\N' ? null : unescapeSql(checkLength(text))));
      copy.rows.push(rowOf(copy.columns, values));
    }
    if (isEnd || copy.rows.length >= rowsPerWrite) {
      const rows = copy.rows.splice(0);
      if (stagedTableOf(copy.table) !== null) this.#staging.add(copy.table, rows);
      else if (rows.length > 0) this.others.add(copy.table);
    }
    if (isEnd) this.#copy = null;
  }

  /** True if the statement ends with this line, outside of quotes. */
  #endsStatement(line: string): boolean {
    for (let at = 0; at < line.length; at += 1) {
      const sign = line.charAt(at);
      if (this.#quote !== '' && sign === this.#escape) at += 1;
      else if (this.#quote !== '') this.#quote = sign === this.#quote ? '' : this.#quote;
      else if (sign === "'" || sign === '"' || sign === '`') this.#quote = sign;
    }
    return this.#quote === '' && line.trimEnd().endsWith(';');
  }
}

function namesOf(list: string): readonly string[] {
  return list.split(',').map((name) => name.replaceAll(/[`"\s]/g, '').toLowerCase());
}

/** Returns the names of the columns of CREATE TABLE, without its keys and constraints. */
function columnsOf(definition: string): readonly string[] {
  return splitDefinitions(definition)
    .map((part) => /^\s*[`"[]?(\w+)/.exec(part)?.[1]?.toLowerCase() ?? '')
    .filter((name) => !/^(primary|unique|key|index|constraint|foreign|check|)$/.test(name));
}

function rowOf(columns: readonly string[], values: readonly SqlValue[]): StagedRow {
  return Object.fromEntries(columns.map((column, at) => [column, values[at] ?? null]));
}

function* toRows(
  columns: readonly string[],
  tuples: Iterable<readonly SqlValue[]>,
): Iterable<StagedRow> {
  for (const values of tuples) {
    if (values.length !== columns.length)
      throw new Error(`a row has ${values.length} values for ${columns.length} columns`);
    yield rowOf(columns, values);
  }
}
