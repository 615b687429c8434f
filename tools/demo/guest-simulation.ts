import { setTimeout as sleep } from 'node:timers/promises';
import type { Guest, SimulatedNas } from './simulated-nas.ts';

/** Few sessions at a time, so that their lines can be followed. */
const minGuests = 2;
const maxGuests = 5;
const firstPauseMs = 3000;

const names = ['alice', 'bob', 'carol', 'dave', 'erin', 'frank', 'grace', 'heidi', 'ivan', 'judy'];
const causes = ['User-Request', 'Idle-Timeout', 'Lost-Carrier'];

/** Starts or stops a session every ten to fifteen seconds until the signal is aborted. */
export async function simulateGuests(
  accessPoints: readonly SimulatedNas[],
  signal: AbortSignal,
): Promise<void> {
  const guests = names.map(guestOf);
  for (let step = 0; !signal.aborted; step += 1) {
    await moveGuest(
      accessPoints.filter(({ isOn }) => isOn),
      guests,
      step,
    );
    const pauseMs = step < minGuests ? firstPauseMs : 10_000 + Math.random() * 5000;
    // An abort ends the sleep; the loop condition ends the loop.
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
  }
}

function guestOf(name: string, index: number): Guest {
  return {
    name,
    mac: `02-00-5E-10-00-${String(10 + index)}`,
    address: `192.0.2.${String(100 + index)}`,
  };
}

/** @param guests  ordered by their last start: the first one with a session has the longest */
async function moveGuest(
  accessPoints: readonly SimulatedNas[],
  guests: Guest[],
  step: number,
): Promise<void> {
  const nasOf = (guest: Guest) => accessPoints.find((nas) => nas.guests.includes(guest));
  const present = guests.filter((guest) => nasOf(guest));
  const stopsOne =
    present.length >= maxGuests || (present.length > minGuests && Math.random() < 0.5);
  const [leaving] = present;
  if (stopsOne && leaving)
    return nasOf(leaving)?.stopSession(leaving, causes[step % causes.length] ?? 'User-Request');
  const nas = accessPoints[step % accessPoints.length];
  const arriving = guests.find((guest) => !nasOf(guest));
  if (!nas || !arriving) return;
  guests.push(...guests.splice(guests.indexOf(arriving), 1));
  await nas.startSession(arriving);
}
