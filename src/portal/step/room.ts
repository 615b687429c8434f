import { deviceKey } from '../../aaa/password/password-attempts.ts';
import { roomKey } from '../../aaa/pms/guest-name.ts';
import { findRoomGuest, type RoomGuest, type RoomRefusal } from '../../aaa/pms/room-guest.ts';
import { tenantOf } from '../../contract/caller.ts';
import { Secret } from '../../contract/secret.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { delayGuesses } from '../login-limits.ts';
import { PortalReject } from '../portal-reject.ts';
import { logStep, type StepAnswer, type StepKind, type Visitor } from './step-kind.ts';

/** Keys of the texts of a guest who cannot log in. */
const texts: Readonly<Record<RoomRefusal, string>> = {
  no_link: 'room_down',
  unknown: 'room_wrong',
  unreachable: 'room_down',
  no_post: 'room_no_post',
};

/** Refusals for which the operator has to do something. */
const faults: readonly RoomRefusal[] = ['no_link', 'unreachable'];

/** A login by the room and the name of a guest in house, which needs no second step. */
export const room: StepKind = {
  begin: (gateway, visitor, fields) => begin(gateway, visitor, fields),
  resume: () => Promise.resolve({ kind: 'problem', text: 'step_expired' }),
};

async function begin(
  gateway: Gateway,
  visitor: Visitor,
  fields: Readonly<Record<string, string>>,
): Promise<StepAnswer> {
  const pair = { room: fields['room'] ?? '', lastName: fields['last_name'] ?? '' };
  const { page, place, mac, remoteAddress: host } = visitor;
  const { id, organization } = page;
  const attempt = gateway.logins.attempts.admit({
    person: `room ${roomKey(pair.room)}`,
    place: tenantOf({ organization: place?.organization ?? organization }),
    device: deviceKey({ mac, isReported: false, host }),
    host,
    password: new Secret(pair.lastName.toLowerCase()),
    mayLackDevice: false,
  });
  const origin = { page: id, organization, mac, isReported: false, host };
  let refusal: RoomRefusal = 'unknown';
  const found = await delayGuesses(gateway, origin, async () => {
    const guest = await findRoomGuest(gateway, { place: place ?? page, ...pair });
    if (typeof guest !== 'string') return guest;
    refusal = guest;
    return new PortalReject(guess.includes(guest) ? 'unknown_user' : guest, guest);
  });
  if (found instanceof PortalReject) return refuse(gateway, visitor, { refusal, room: pair.room });
  attempt.accept();
  return letIn(found);
}

/** Refusals that tell a guesser that its pair was wrong. */
const guess: readonly RoomRefusal[] = ['unknown', 'unreachable'];

function letIn({ user, username, alongside }: RoomGuest): StepAnswer {
  return { kind: 'guest', guest: { user, username, seconds: null, alongside }, login: null };
}

const maxRoom = 50;

async function refuse(
  gateway: Gateway,
  visitor: Visitor,
  { refusal, room: number }: { readonly refusal: RoomRefusal; readonly room: string },
): Promise<StepAnswer> {
  const detail = `room ${number.slice(0, maxRoom)}: ${refusal}`;
  await logStep(gateway, visitor, { type: 'ua', status: 400, detail });
  if (faults.includes(refusal))
    await logStep(gateway, visitor, { type: 'er', status: 502, detail: faultOf(refusal) });
  return { kind: 'problem', text: texts[refusal] };
}

function faultOf(refusal: RoomRefusal): string {
  return refusal === 'no_link'
    ? 'no active pms_link serves the access point'
    : 'the link to the hotel system is down, and a guest is not known';
}
