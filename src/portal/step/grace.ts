import { sql } from 'kysely';
import type { Gateway } from '../../gateway/gateway.ts';
import { writeReturning } from '../../store/store.ts';
import { PortalReject } from '../portal-reject.ts';
import { findOrAddGuest } from './guest-account.ts';
import type { SteppedGuest, Visitor } from './step-kind.ts';

/** A time on line before the second step, so that a guest can read its mail. */
export interface Grace {
  /** Id of the pending login. */
  readonly id: number;
  /** The address that is not proved yet. */
  readonly subject: string;
  /** 0: none. */
  readonly minutes: number;
}

const dayMs = 86_400_000;

/**
 * Grants the time before the second step, once a day for a device and for an address. Until then the guest is a user of its
 * device: sessions must not be those of an address that anybody may have typed.
 *
 * @returns null: no time is left, or none is given
 */
export async function claimGrace(
  gateway: Gateway,
  { page, mac }: Visitor,
  { id, subject, minutes }: Grace,
): Promise<SteppedGuest | null> {
  if (minutes === 0) return null;
  const guest = await findOrAddGuest(gateway, { page, kind: 'device', subject: mac });
  if (guest instanceof PortalReject) return null;
  const { store, now } = gateway;
  const at = now().getTime();
  const isSame = sql`(mac = ${mac} or subject = ${subject})`;
  const claim = store.db
    .updateTable('portal_pending_login')
    .set({ provisional: at })
    .where('id', '=', id)
    .where(
      sql<boolean>`not exists (select 1 from portal_pending_login as other
        where other.organization = ${page.organization} and ${isSame} and other.provisional > ${at - dayMs})`,
    )
    .returning('id');
  const claimed = await writeReturning(store, claim.compile());
  return claimed.length === 0
    ? null
    : { user: guest.id, username: guest.username, seconds: minutes * 60 };
}
