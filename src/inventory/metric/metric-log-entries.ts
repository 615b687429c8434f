import { sql, type RawBuilder } from 'kysely';
import type { VariableValue } from '../../contract/adapter.ts';
import { prepareRows, type RowValues } from '../../store/prepared-statement.ts';
import type { Engine, Statement, StatementResult, Store } from '../../store/store.ts';
import type { StoredDevice } from '../device/find-device.ts';
import { entriesPerMs, firstIdAt } from './metric-log-id.ts';

/** A result of a poll, as the metric log has it. */
export interface LogEntry {
  /** Id of a row of `inventory_metric_source`. */
  readonly source: number;
  /** As the device returned it. */
  readonly value: VariableValue;
  readonly result: number | null;
}

/** Device and time of all entries of a poll. */
interface PollTime {
  readonly device: Pick<StoredDevice, 'id' | 'organization'>;
  /** Milliseconds since 1970. */
  readonly takenAt: number;
}

/** Returns the statements that add the entries of a poll. */
export function insertEntries(
  store: Pick<Store, 'db' | 'engine'>,
  poll: PollTime,
  entries: readonly LogEntry[],
): readonly Statement[] {
  return insertRows(store, entries, rowValues(store.engine, poll));
}

/**
 * Returns the number of entries that a batch has left out, since their millisecond had no place left.
 *
 * @param added    number of entries of the statements of `insertEntries`
 * @param results  results of these statements
 */
export function leftOutEntries(
  added: number,
  results: readonly Pick<StatementResult, 'changes'>[],
): number {
  return results.reduce((missing, { changes }) => missing - changes, added);
}

type Row = readonly unknown[];

/** Returns the values of the rows of a statement; on SQLite the first row has the values that all others share. */
function rowValues(engine: Engine, { device, takenAt }: PollTime): RowValues<LogEntry> {
  const firstId = firstIdAt(takenAt);
  const { organization, id } = device;
  if (engine === 'postgres')
    return {
      add: (values, { source, value, result }) => {
        const stored = storedValue(value, result);
        const isText = typeof stored === 'string';
        values.push(firstId, organization, id, source);
        values.push(isText ? null : stored, isText ? stored : null, result);
      },
    };
  return {
    shared: [firstId - 1, organization, id, firstId, firstId + entriesPerMs],
    add: (values, { source, value, result }) => {
      values.push(source, storedValue(value, result), result);
    },
  };
}

const columns = sql.raw('(id, organization, device, source, value, value_text, result)');

/**
 * On PostgreSQL, which several gateways may share, a sequence gives the places; on SQLite the only writer appends. If a
 * millisecond has no place left, entries are dropped, but not their poll.
 */
const insertRows = prepareRows((rows, engine) => {
  if (engine === 'postgres')
    return sql`insert into inventory_metric_log ${columns} values ${sql.join(rows.map(withSequence))}
      on conflict (id) do nothing`;
  const [[before, organization, device, from, until] = [], ...entries] = rows;
  return sql`
    insert into inventory_metric_log ${columns}
    select first.id + e.column1, first.organization, first.device, e.column2,
      case when typeof(e.column3) <> 'text' then e.column3 end, case when typeof(e.column3) = 'text' then e.column3 end, e.column4
    from (
      select coalesce(max(id), ${before}) + 1 as id, ${organization} as organization, ${device} as device
      from inventory_metric_log where id >= ${from} and id < ${until}
    ) as first, (values ${sql.join(entries.map((row, place) => sql`(${sql.lit(place)}, ${sql.join(row)})`))}) as e
    where true on conflict (id) do nothing`;
});

function withSequence([firstId, ...rest]: Row): RawBuilder<unknown> {
  return sql`(cast(${firstId} as bigint) + nextval('inventory_metric_log_place'), ${sql.join(rest)})`;
}

const int64 = { least: -(2n ** 63n), greatest: 2n ** 63n - 1n };

/** Returns a value as it is stored: as an integer or as a text, or null if the result repeats it. */
function storedValue(value: VariableValue, result: number | null): VariableValue | null {
  if (value === result && Number.isSafeInteger(value)) return null;
  const text = value.toString();
  if (result !== null && Number.isSafeInteger(result) && String(result) === text) return null;
  const isInteger =
    typeof value === 'bigint'
      ? value >= int64.least && value <= int64.greatest
      : Number.isSafeInteger(value);
  return isInteger ? value : text;
}
