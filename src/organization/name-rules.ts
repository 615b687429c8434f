import { parseJsonColumn, type Store } from '../store/store.ts';

/** Which user of an organization a name means. */
export interface NameRules {
  /** In lower case. */
  readonly localRealms: readonly string[];
  /** In lower case; `*\\` is any domain. */
  readonly prefixes: readonly string[];
  readonly ignoresCase: boolean;
}

export const exactNames: NameRules = { localRealms: [], prefixes: [], ignoresCase: false };

interface Row {
  readonly id: number;
  readonly parent: number | null;
  readonly local_realms: string | null;
  readonly name_prefixes: string | null;
  readonly ignore_name_case: number | null;
}

/** Reads the rules of all organizations; each inherits what it does not set. @throws Fault if the store cannot be read */
export async function readNameRules({ db }: Store): Promise<ReadonlyMap<number, NameRules>> {
  const rows = await db
    .selectFrom('organization')
    .select(['id', 'parent', 'local_realms', 'name_prefixes', 'ignore_name_case'])
    .execute();
  const byId = new Map<number, Row>(rows.map((row) => [row.id, row]));
  return new Map(rows.map((row) => [row.id, rulesOf(row, byId)]));
}

function rulesOf(row: Row, byId: ReadonlyMap<number, Row>): NameRules {
  const nearest = <T>(read: (row: Row) => T | null): T | null => {
    let at: Row | undefined = row;
    while (at && read(at) === null) at = byId.get(at.parent ?? NaN);
    return at ? read(at) : null;
  };
  const listOf = (text: string | null) =>
    text === null ? [] : parseJsonColumn<readonly string[]>(text).map(folded);
  return {
    localRealms: listOf(nearest(({ local_realms }) => local_realms)),
    prefixes: listOf(nearest(({ name_prefixes }) => name_prefixes)),
    ignoresCase: nearest(({ ignore_name_case }) => ignore_name_case) === 1,
  };
}

/** Returns a name without its prefix and its local realm; a name without either stays. */
export function localName(name: string, { prefixes, localRealms }: NameRules): string {
  if (prefixes.length === 0 && localRealms.length === 0) return name;
  const lower = folded(name);
  const prefix = prefixes.map((rule) => prefixOf(lower, rule)).find((length) => length > 0) ?? 0;
  const at = name.lastIndexOf('@');
  const isLocal = at > prefix && localRealms.includes(lower.slice(at + 1));
  const local = name.slice(prefix, isLocal ? at : undefined);
  return local === '' ? name : local;
}

function prefixOf(name: string, rule: string): number {
  if (rule === '*\\') return name.indexOf('\\') + 1;
  return name.startsWith(rule) ? rule.length : 0;
}

/** Folds the case of A to Z, as SQLite does. */
export function folded(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}
