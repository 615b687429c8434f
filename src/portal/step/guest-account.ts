import {
  findUpstreamUser,
  findUserById,
  insertGuest,
  type NewGuest,
} from '../../aaa/account/user-lookup.ts';
import { insertRegistration } from '../../aaa/portal-log/portal-log.ts';
import { asFault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { ServedPage } from '../page/page-store.ts';
import { PortalReject } from '../portal-reject.ts';
import type { PendingLogin } from './pending-login.ts';
import type { StepAnswer } from './step-kind.ts';

/** A guest, as its first step has proved or named it. */
export interface GuestName {
  readonly page: Pick<ServedPage, 'organization' | 'guestProfile'>;
  /** What the subject is: the kind of login, or `device`. */
  readonly kind: string;
  /** The address, number, or other name that is the guest's own within its kind, in one spelling. */
  readonly subject: string;
  /** Names for lists and mails, where they are known. */
  readonly names?: Pick<NewGuest, 'email' | 'first_name' | 'language'>;
}

const maxUsername = 255;

/**
 * Returns the user name of a guest: `email:anna@example.net:3`. It ends with the organization, since each has its own guests, and so
 * has the realm of no upstream.
 */
function guestUsername({ page, kind, subject }: GuestName): string {
  const end = `:${page.organization}`;
  return `${kind}:${subject}`.slice(0, maxUsername - end.length) + end;
}

/**
 * Finds the user of a guest, or adds it with the profile of the page. Its limits, sessions and data are those of one person at all
 * pages of the organization.
 *
 * @returns id and name, or a reject if an administrator has given the name to a user of another kind
 */
export async function findOrAddGuest(
  gateway: Pick<Gateway, 'store' | 'now'>,
  guest: GuestName,
): Promise<{ readonly id: number; readonly username: string } | PortalReject> {
  const { store } = gateway;
  const { organization, guestProfile: profile } = guest.page;
  const username = guestUsername(guest);
  const known = await findUpstreamUser(store, { organization, username });
  if (known !== null) return { id: known, username };
  await addGuest(gateway, { organization, username, profile, ...guest.names });
  const added = await findUpstreamUser(store, { organization, username });
  return added === null
    ? new PortalReject('not_allowed', `Another user has the name ${username}.`)
    : { id: added, username };
}

/** Adds a guest, unless another login has added it at the same moment, or the name is taken. */
export async function addGuest(
  { store, now }: Pick<Gateway, 'store' | 'now'>,
  guest: NewGuest,
): Promise<void> {
  const at = now();
  try {
    await store.write([
      insertGuest(store, guest, at),
      insertRegistration(store, guest.username, at),
    ]);
  } catch (error) {
    if (asFault(error)?.kind !== 'conflict') throw error;
  }
}

/** Lets the guest in whom a login was approved for: by its other browser, a sponsor or a payment. */
export async function letApprovedIn(
  { store }: Pick<Gateway, 'store'>,
  login: PendingLogin,
): Promise<StepAnswer> {
  const { user } = login;
  const found = user === null ? undefined : await findUserById(store, user);
  if (user === null || !found) return { kind: 'problem', text: 'not_allowed' };
  return { kind: 'guest', guest: { user, username: found.username, seconds: null }, login };
}
