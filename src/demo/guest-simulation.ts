import { setTimeout as sleep } from 'node:timers/promises';
import type { Guest, SimulatedNas } from './simulated-nas.ts';

/** Few at any time, so that one can follow them. */
const fewest = 2;
const most = 5;
const firstPauseMs = 3000;

const names = ['alice', 'bob', 'carol', 'dave', 'erin', 'frank', 'grace', 'heidi', 'ivan', 'judy'];
const causes = ['User-Request', 'Idle-Timeout', 'Lost-Carrier'];

/** Lets guests come and go, one every ten to fifteen seconds, until the signal. */
export async function simulateGuests(
  house: readonly SimulatedNas[],
  signal: AbortSignal,
): Promise<void> {
  const guests = names.map(guestOf);
  for (let step = 0; !signal.aborted; step += 1) {
    await letMove(
      house.filter(({ isOn }) => isOn),
      guests,
      step,
    );
    const pauseMs = step < fewest ? firstPauseMs : 10_000 + Math.random() * 5000;
    // The signal wakes it, and the loop sees why.
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

/** @param guests  in the order in which they last came: the first of them who is here has been here longest */
async function letMove(
  house: readonly SimulatedNas[],
  guests: Guest[],
  step: number,
): Promise<void> {
  const nasOf = (guest: Guest) => house.find((nas) => nas.guests.includes(guest));
  const here = guests.filter((guest) => nasOf(guest));
  const oneGoes = here.length >= most || (here.length > fewest && Math.random() < 0.5);
  const [going] = here;
  if (oneGoes && going)
    return nasOf(going)?.stopSession(going, causes[step % causes.length] ?? 'User-Request');
  const nas = house[step % house.length];
  const coming = guests.find((guest) => !nasOf(guest));
  if (!nas || !coming) return;
  guests.push(...guests.splice(guests.indexOf(coming), 1));
  await nas.startSession(coming);
}
