import { timingSafeEqual } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import type { CryptCheck, CryptResult } from './crypt-worker.ts';
import { unixCrypt } from './unix-crypt.ts';

/* Verifies the hashes that JavaScript computes, one after the other: the event loop does not wait for them. */

parentPort?.on('message', (check: CryptCheck) => {
  void answer(check).then((result) => parentPort?.postMessage(result));
});

async function answer({ id, password, stored }: CryptCheck): Promise<CryptResult> {
  try {
    return { id, isRight: await isHashOf(password, stored) };
  } catch (error) {
    return { id, message: error instanceof Error ? error.message : String(error) };
  }
}

async function isHashOf(password: string, stored: string): Promise<boolean> {
  if (stored.startsWith('$2')) return (await import('bcryptjs')).compareSync(password, stored);
  const computed = Buffer.from(unixCrypt(password, stored));
  const expected = Buffer.from(stored);
  return computed.length === expected.length && timingSafeEqual(computed, expected);
}
