import { sql, type GeneratedAlways } from 'kysely';
import { compileStatement, type Statement, type Store } from '../../store/store.ts';

declare module '../../contract/tables.ts' {
  interface Tables {
    /** Sums of the connections of a device over one network that began on a day of UTC. */
    device_app_connection_day: {
      id: GeneratedAlways<number>;
      organization: number;
      device: number;
      network_type: string;
      /** The name after a colon; empty: it was not reported. */
      network: string;
      day: EpochMs;
      connections: number;
      seconds: number;
      bytes_in: number | bigint;
      bytes_out: number | bigint;
      rssi_sum: number;
      rssi_count: number;
      sinr_sum: number;
      sinr_count: number;
      speed_sum: number;
      speed_count: number;
      first: EpochMs;
      last: EpochMs;
    };
  }
}

export const dayMs = 86_400_000;

/** Connection of a device, as it is added to the sums. Times are in milliseconds since 1970. */
export interface CountedConnection {
  readonly organization: number;
  readonly device: number;
  readonly network_type: string;
  readonly network_name?: string | null;
  readonly start: number;
  readonly end: number;
  readonly bytes_in?: number | null;
  readonly bytes_out?: number | null;
  readonly rssi?: number | null;
  readonly sinr?: number | null;
  readonly link_speed?: number | null;
}

const added = [
  ...(['connections', 'seconds', 'bytes_in', 'bytes_out', 'rssi_sum', 'rssi_count'] as const),
  ...(['sinr_sum', 'sinr_count', 'speed_sum', 'speed_count'] as const),
];

/** Returns the statement that adds a connection to the sums of its day, for the batch that stores the connection. */
export function countConnection({ db }: Store, connection: CountedConnection): Statement {
  const { organization, device, network_type, network_name, start, end } = connection;
  const counted = (value: number | null | undefined) => (typeof value === 'number' ? 1 : 0);
  const row = {
    organization,
    device,
    network_type,
    network: typeof network_name === 'string' ? `:${network_name}` : '',
    day: Math.floor(start / dayMs) * dayMs,
    connections: 1,
    seconds: Math.floor((end - start) / 1000),
    bytes_in: connection.bytes_in ?? 0,
    bytes_out: connection.bytes_out ?? 0,
    rssi_sum: connection.rssi ?? 0,
    rssi_count: counted(connection.rssi),
    sinr_sum: connection.sinr ?? 0,
    sinr_count: counted(connection.sinr),
    speed_sum: connection.link_speed ?? 0,
    speed_count: counted(connection.link_speed),
    first: start,
    last: end,
  };
  const old = (column: string) => sql.ref(`device_app_connection_day.${column}`);
  const received = (column: string) => sql.ref(`excluded.${column}`);
  const sums = added.map(
    (column) => sql`${sql.ref(column)} = ${old(column)} + ${received(column)}`,
  );
  const first = sql`first = case when ${received('first')} < ${old('first')} then ${received('first')} else ${old('first')} end`;
  const last = sql`last = case when ${received('last')} > ${old('last')} then ${received('last')} else ${old('last')} end`;
  const columns = sql.join(Object.keys(row).map((column) => sql.ref(column)));
  return compileStatement(
    sql`insert into device_app_connection_day (${columns}) values (${sql.join(Object.values(row))})
      on conflict (organization, device, network_type, network, day)
      do update set ${sql.join([...sums, first, last])}`.compile(db),
  );
}
