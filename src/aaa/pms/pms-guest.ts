import type { Generated } from 'kysely';
import { Type } from 'typebox';
import { dateTime, id, nullable, text } from '../../contract/fields.ts';
import { readOnlyResource, resource } from '../../contract/resource.ts';

/** A guest of a hotel, as its system has told. */
export const pmsGuest = resource({
  name: 'pms_guest',
  title: 'a guest of a hotel system',
  plural: 'guests of hotel systems',
  schema: Type.Object({
    id: id(),
    organization: Type.Integer(),
    location: nullable(Type.Integer({ description: 'id of the location of the link' })),
    link: Type.Integer({ description: 'id of the link to the hotel system' }),
    reservation: text({ description: 'number of the reservation in the hotel system' }),
    room: text(),
    last_name: text(),
    first_name: nullable(text()),
    language: nullable(text({ description: 'as the hotel system writes it' })),
    arrival: nullable(text({ description: 'a date' })),
    departure: nullable(text({ description: 'a date: the user of the guest expires at its end' })),
    no_post: Type.Boolean({ description: 'true: no charge may be posted to the room' }),
    user: nullable(
      Type.Integer({ description: 'id of its user; null: the guest has not logged in yet' }),
    ),
    checked_out: nullable(dateTime({ description: 'null: the guest is in house' })),
    created: dateTime(),
    last_change: dateTime(),
  }),
  key: 'id',
  ...readOnlyResource,
  scope: 'organization',
  references: {
    location: { table: 'location', scope: 'organization' },
    link: { table: 'pms_link', scope: 'organization' },
    user: { table: 'user', scope: 'organization' },
  },
  filters: {
    link: { column: 'link', operator: '=', schema: Type.Integer() },
    room: { column: 'room', operator: '=', schema: text() },
    last_name: { column: 'last_name', operator: 'contains', schema: text() },
    reservation: { column: 'reservation', operator: '=', schema: text() },
  },
  lookups: ['id', 'location', 'user', 'departure', 'checked_out', 'created', 'last_change'],
  columns: {
    /** The room as it is looked up. */
    room_key: text(),
    /** The number of the synchronization that has named the guest last, in milliseconds since 1970. */
    sync: Type.Integer(),
  },
  databaseDefaults: ['no_post', 'sync'],
  order: { column: 'id', direction: 'asc' },
  paging: 'offset',
});

/** What becomes of a charge: it waits, was sent, was posted or refused, or the link ended before an answer. */
const postingStates = ['due', 'sent', 'posted', 'refused', 'unconfirmed'] as const;

/** A charge for a room. It is sent once. */
export const pmsPosting = resource({
  name: 'pms_posting',
  title: 'a charge that is posted to a hotel system',
  plural: 'charges that are posted to hotel systems',
  schema: Type.Object({
    id: id(),
    organization: Type.Integer(),
    link: Type.Integer({ description: 'id of the link to the hotel system' }),
    guest: Type.Integer({ description: 'id of the guest of the hotel system' }),
    user: nullable(Type.Integer({ description: 'id of its user' })),
    room: text(),
    amount: Type.Integer({ description: 'in the smallest unit of the currency' }),
    text: nullable(text()),
    period: text({ description: '`stay`, or the date that is charged' }),
    state: Type.Enum([...postingStates], {
      description:
        'unconfirmed: it was sent, and the link ended before the answer; it is not sent again, so that no guest pays twice',
    }),
    answer: nullable(text({ description: 'what the hotel system has answered' })),
    created: dateTime(),
    answered: nullable(dateTime()),
  }),
  key: 'id',
  ...readOnlyResource,
  scope: 'organization',
  references: {
    link: { table: 'pms_link', scope: 'organization' },
    guest: { table: 'pms_guest', scope: 'organization' },
    user: { table: 'user', scope: 'organization' },
  },
  filters: {
    link: { column: 'link', operator: '=', schema: Type.Integer() },
    guest: { column: 'guest', operator: '=', schema: Type.Integer() },
    room: { column: 'room', operator: '=', schema: text() },
    state: { column: 'state', operator: '=' },
  },
  lookups: ['id', 'user', 'created', 'answered'],
  order: { column: 'id', direction: 'asc' },
  paging: 'offset',
});

declare module '../../contract/tables.ts' {
  interface Tables {
    pms_guest: TableOf<typeof pmsGuest>;
    pms_posting: TableOf<typeof pmsPosting>;
    /** Lease of a link: the gateway that holds it is connected. */
    pms_link_lease: { link: number; owner: string; until: Generated<EpochMs> };
  }
}
