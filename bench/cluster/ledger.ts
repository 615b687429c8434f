import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** What was acknowledged: the octets of a session's newest packet and whether it was the Stop, or a row that was created. */
export type Entry =
  | { readonly session: string; readonly octets: number; readonly isStopped: boolean }
  | { readonly location: string };

/** A row of `aaa_accounting`, all rows of one identifier together. */
export interface StoredSession {
  readonly session: string;
  readonly rows: number;
  readonly octets: number;
  readonly open: number;
}

/** Reads the stored sessions, on both engines. */
export const storedSessionsQuery = `select acctsessionid as session, cast(count(*) as integer) as rows,
    cast(sum(coalesce(acctinputoctets, 0)) as integer) as octets,
    cast(sum(case when acctstoptime is null then 1 else 0 end) as integer) as open
  from aaa_accounting group by acctsessionid`;

/** What gateways have acknowledged, in a file, so that a soak that was interrupted can go on and still compare all of it. */
export class Ledger {
  readonly sessions = new Map<string, { readonly octets: number; readonly isStopped: boolean }>();
  readonly locations = new Set<string>();
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
    if (!existsSync(file)) return;
    // A line that was cut by the end of the former run is an acknowledgement that was never counted.
    const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
    for (const line of lines) this.#keep(JSON.parse(line) as Entry);
  }

  add(entry: Entry): void {
    this.#keep(entry);
    appendFileSync(this.#file, `${JSON.stringify(entry)}\n`);
  }

  /** Returns what is missing in the store, or is there twice. */
  faults(stored: readonly StoredSession[], locations: readonly string[]): string[] {
    const found = new Map(stored.map((row) => [row.session, row]));
    const created = new Set(locations);
    return [
      ...[...this.sessions].flatMap(([session, acknowledged]) => {
        const row = found.get(session);
        return sessionFault(acknowledged, row).map((fault) => `${session}: ${fault}`);
      }),
      ...[...this.locations]
        .filter((name) => !created.has(name))
        .map((name) => `${name}: the created location is not in the store`),
    ];
  }

  #keep(entry: Entry): void {
    if ('location' in entry) this.locations.add(entry.location);
    else {
      const former = this.sessions.get(entry.session);
      this.sessions.set(entry.session, {
        octets: Math.max(former?.octets ?? 0, entry.octets),
        isStopped: entry.isStopped || former?.isStopped === true,
      });
    }
  }
}

function sessionFault(
  acknowledged: { readonly octets: number; readonly isStopped: boolean },
  row: StoredSession | undefined,
): readonly string[] {
  if (!row) return ['acknowledged, but not in the store'];
  const { rows, octets, open } = row;
  return [
    ...(rows === 1 ? [] : [`${rows} rows`]),
    ...(octets >= acknowledged.octets ? [] : [`${octets} of ${acknowledged.octets} octets`]),
    ...(acknowledged.isStopped && open > 0 ? ['stopped, but open'] : []),
  ];
}
