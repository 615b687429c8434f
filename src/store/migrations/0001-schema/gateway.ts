import { bigint, id, index, integer, key, text, withDefault, type Tables } from '../table.ts';

/** State of the gateways themselves, and events. */
export const gatewayTables: Tables = {
  heartbeat: {
    columns: {
      beat: bigint,
    },
    rows: [{ beat: 0 }],
  },
  /** Gateways that work on the store, to notice two of one id. */
  gateway: {
    columns: {
      id: key(text),
      instance: text,
      renewed: bigint,
    },
  },
  /** A counter for each table that gateways keep in memory; triggers increment it in the transaction of each change. */
  table_version: {
    columns: {
      name: key(text),
      version: withDefault(bigint, 0),
    },
    rows: ['aaa_client', 'aaa_upstream', 'access_point', 'organization'].map((name) => ({
      name,
      version: 1,
    })),
  },
  event: {
    columns: {
      id,
      xid: withDefault(bigint, 0),
      organization: bigint,
      datetime: bigint,
      kind: text,
      object: text,
      state: text,
    },
    indexes: [index('xid', 'id')],
  },
  event_state: {
    columns: {
      id: key(integer),
      is_recording: withDefault(integer, 0),
      wanted_until: withDefault(bigint, 0),
      floor_xid: withDefault(bigint, 0),
      floor_id: withDefault(bigint, 0),
      last_session: withDefault(bigint, 0),
      last_log: withDefault(bigint, 0),
    },
    rows: [{ id: 1 }],
  },
};
