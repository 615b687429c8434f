import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Loads the protocol with the first device that uses it; a site without one does not load it. Its library is loaded in a
 * turn of its own, because loading holds the event loop.
 */
export async function loadSsh() {
  await import('ssh2');
  await nextTurn();
  return import('./session.ts');
}
