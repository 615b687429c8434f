import { sql } from 'kysely';
import type { Store } from '../../store/store.ts';
import type { PseudonymKind, Pseudonyms } from './pseudonyms.ts';

/* Rows of the store in a bundle: the newest ones of a few tables, with only the columns that are listed here. */

/** `plain`: numbers, times, and words from closed lists of the gateway. */
type Shown = PseudonymKind | 'plain';

type Columns = Readonly<Record<string, Shown>>;

const listed: Readonly<Record<string, Columns>> = {
  inventory_device: {
    id: 'plain',
    type: 'plain',
    ip_address: 'address',
    mac_address: 'mac',
    status: 'plain',
    last_status_change: 'plain',
    last_connection: 'plain',
    next_poll_at: 'plain',
    poll_interval: 'plain',
    access_point: 'plain',
  },
  inventory_transaction: {
    device: 'plain',
    kind: 'plain',
    status: 'plain',
    error_code: 'plain',
    created_at: 'plain',
    started_at: 'plain',
    completed_at: 'plain',
  },
  aaa_client: {
    id: 'plain',
    address: 'address',
    transport: 'plain',
    coa_port: 'plain',
    require_message_authenticator: 'plain',
    limit_proxy_state: 'plain',
    is_active: 'plain',
    last_seen: 'plain',
    accepts_coa: 'plain',
    accepts_disconnect: 'plain',
  },
  aaa_upstream: {
    id: 'plain',
    address: 'address',
    realm: 'name',
    transport: 'plain',
    handles_authentication: 'plain',
    handles_accounting: 'plain',
    is_active: 'plain',
    state: 'plain',
    state_since: 'plain',
  },
  aaa_decision: {
    datetime: 'plain',
    client: 'plain',
    username: 'person',
    callingstationid: 'mac',
    calledstationid: 'mac',
    outcome: 'plain',
    ms: 'plain',
  },
};

const maxRows = 500;

/** Reads the listed columns of a store, people and addresses by pseudonyms. @returns rows by table */
export async function readListedRows(
  store: Store,
  pseudonyms: Pseudonyms,
): Promise<Readonly<Record<string, readonly unknown[]>>> {
  const tables: Record<string, readonly unknown[]> = {};
  for (const [table, columns] of Object.entries(listed)) {
    const names = Object.keys(columns).map((column) => sql.ref(column));
    const query = sql<Record<string, unknown>>`
      select ${sql.join(names)} from ${sql.table(table)} order by id desc limit ${sql.lit(maxRows)}`;
    const { rows } = await query.execute(store.db);
    tables[table] = rows.map((row) => showRow(row, columns, pseudonyms));
  }
  return tables;
}

function showRow(row: Readonly<Record<string, unknown>>, columns: Columns, names: Pseudonyms) {
  return Object.fromEntries(
    Object.entries(columns).map(([column, shown]) => {
      const value = row[column];
      if (shown === 'plain' || typeof value !== 'string' || value === '') return [column, value];
      return [column, names.of(shown, value)];
    }),
  );
}
