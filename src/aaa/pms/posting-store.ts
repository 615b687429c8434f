import { sql } from 'kysely';
import { claimRows } from '../../store/claim.ts';
import type { Statement, Store } from '../../store/store.ts';
import { insertPortalLogEntry, type PortalEvent } from '../portal-log/portal-log.ts';
import type { InHouseGuest } from './guest-store.ts';
import type { Charge, StoredLink } from './link-store.ts';

/** What a login owes its hotel. */
export interface NewPosting {
  readonly guest: Pick<InHouseGuest, 'id' | 'room'>;
  readonly link: Pick<StoredLink, 'id' | 'organization'>;
  readonly charge: Charge;
  /** Id of the user of the guest. */
  readonly user: number;
  /** The day of the login where the hotel is: `2026-11-28`. */
  readonly day: string;
  readonly at: Date;
}

/** Returns the statement that has a guest charged, unless its stay or its day has been. */
export function insertPosting({ db }: Store, posting: NewPosting): Statement {
  const { guest, link, charge, user, day, at } = posting;
  return db
    .insertInto('pms_posting')
    .values({
      organization: link.organization,
      link: link.id,
      guest: guest.id,
      user,
      room: guest.room,
      amount: charge.amount,
      text: charge.text,
      period: charge.period === 'stay' ? 'stay' : day,
      state: 'due',
      created: at.getTime(),
    })
    .onConflict((conflict) => conflict.columns(['guest', 'period']).doNothing())
    .compile();
}

/** A charge to be sent. */
export interface DuePosting {
  readonly id: number;
  readonly room: string;
  readonly amount: number;
  readonly text: string | null;
  readonly guest: number;
  readonly user: number | null;
}

/** Charges that are sent at a time: the hotel system answers one after the other. */
const maxSent = 20;

/** Claims the charges of a link that have not been sent; from then on they are, whatever happens. */
export function claimDuePostings(store: Store, link: number): Promise<readonly DuePosting[]> {
  const candidates = sql`select id from pms_posting where link = ${link} and state = 'due' order by id limit ${sql.lit(maxSent)}`;
  return claimRows<DuePosting & Record<string, unknown>>(store, {
    table: 'pms_posting',
    candidates,
    probe: candidates,
    set: sql`state = 'sent'`,
    returning: sql`id, room, amount, text, guest, "user"`,
  });
}

/** Finds the number of the reservation of a guest. */
export async function findReservation({ db }: Store, guest: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('pms_guest')
    .select('reservation')
    .where('id', '=', guest)
    .executeTakeFirst();
  return row?.reservation;
}

interface Answer {
  readonly isPosted: boolean;
  readonly answer: string;
  readonly at: Date;
}

/** Returns the statement that records the answer to a charge; no change if it has one. */
export function recordAnswer({ db }: Store, id: number, { isPosted, answer, at }: Answer) {
  return db
    .updateTable('pms_posting')
    .set({ state: isPosted ? 'posted' : 'refused', answer, answered: at.getTime() })
    .where('id', '=', id)
    .where('state', 'in', ['sent', 'unconfirmed'])
    .compile();
}

/** Marks the charges of a link whose answer can no longer come. @returns their number */
export async function recordUnconfirmed(store: Store, link: number): Promise<number> {
  const query = store.db
    .updateTable('pms_posting')
    .set({ state: 'unconfirmed' })
    .where('link', '=', link)
    .where('state', '=', 'sent');
  const [written] = await store.write([query]);
  return written?.changes ?? 0;
}

/** Returns the entry of the portal log about a charge. */
export function logPosting(
  store: Store,
  link: Pick<StoredLink, 'organization' | 'location'>,
  {
    type,
    detail,
    user,
    at,
  }: {
    readonly type: PortalEvent;
    readonly detail: string;
    readonly user: number | null;
    readonly at: Date;
  },
): Statement {
  const { organization, location } = link;
  const status = type === 'pf' || type === 'er' ? 502 : 200;
  return insertPortalLogEntry(store, { type, status, detail, organization, location, user, at });
}

/** Finds a charge that was sent by a link. */
export async function findSentPosting({ db }: Store, link: number, id: number) {
  return db
    .selectFrom('pms_posting')
    .select(['id', 'room', 'amount', 'user'])
    .where('id', '=', id)
    .where('link', '=', link)
    .where('state', 'in', ['sent', 'unconfirmed'])
    .executeTakeFirst();
}
