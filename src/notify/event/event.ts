import type { GeneratedAlways } from 'kysely';
import type { Role } from '../../contract/caller.ts';
import { eventKinds, type EventKind } from '../../gateway/gateway.ts';

/** Kinds of events that each role may read: it may read the rows of these kinds elsewhere. */
export const kindsOf: Readonly<Record<Role, readonly EventKind[]>> = {
  admin: eventKinds,
  read_only: eventKinds,
  reports: ['session'],
  front_desk: ['session', 'voucher'],
  app: [],
  subscriber: [],
};

/** A place in the stream: after the event with this id, in the order of the commits. */
export interface Position {
  /** Id of the transaction of a PostgreSQL server; 0 in a file, whose one writer commits in the order of the ids. */
  readonly xid: number;
  readonly id: number;
}

/** Returns a position as the id of an event. */
export function formatPosition({ xid, id }: Position): string {
  return `${xid}.${id}`;
}

/** Reads the id of an event; null if it is not valid. */
export function parsePosition(text: string): Position | null {
  const [, xid, id] = /^(\d{1,15})\.(\d{1,15})$/.exec(text) ?? [];
  return xid === undefined || id === undefined ? null : { xid: Number(xid), id: Number(id) };
}

/** True if one position is before another. */
export function isBefore(one: Position, other: Position): boolean {
  return one.xid === other.xid ? one.id < other.id : one.xid < other.xid;
}

/** An event as recorded; its details are read from its object. */
export interface RecordedEvent extends Position {
  readonly organization: number;
  readonly datetime: number;
  readonly kind: string;
  readonly object: string;
  readonly state: string;
}

declare module '../../contract/tables.ts' {
  interface Tables {
    /** The latest events; triggers add them while a stream is open. */
    event: Omit<RecordedEvent, 'id'> & { readonly id: GeneratedAlways<number> };
    /** One row: whether events are recorded, and since when the table is complete. */
    event_state: {
      readonly id: number;
      is_recording: number;
      /** Until this time some gateway has readers. */
      wanted_until: number;
      /** All events after this position are there. */
      floor_xid: number;
      floor_id: number;
      /** Keys of the last rows of each table that have become events. */
      last_session: number;
      last_log: number;
    };
  }
}
