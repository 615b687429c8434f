import { hash } from '@node-rs/argon2';
import { availableParallelism } from 'node:os';
import type { Secret } from '../../contract/secret.ts';
import { FairQueue } from '../../runtime/fair-queue.ts';
import { maxArgon2 } from './hash-cost.ts';

/** Threads of libuv that stay free for files and host names. */
const freeThreads = 2;

/** Returns how many passwords are hashed concurrently: one per processor, and fewer than there are threads. */
export function passwordConcurrency(
  processors = availableParallelism(),
  threads = Number(process.env['UV_THREADPOOL_SIZE'] ?? 4),
): number {
  return Math.max(1, Math.min(processors, threads - freeThreads));
}

/** KiB of a hash of argon2id as the gateway makes it. */
export const ownHashMemory = 19_456;
const concurrency = passwordConcurrency();

/**
 * Where argon2 waits for a processor, each check some tens of milliseconds: logins before passwords that are set, and the
 * organizations of each by the time that they have had. There is one for the process, as there is one thread pool.
 */
export const passwordQueue = new FairQueue({
  lanes: ['login', 'save'],
  concurrency,
  maxMemory: Math.max(maxArgon2.memory, concurrency * ownHashMemory),
  maxWaiting: 20_000,
  maxWaitingOfClient: { login: 128, save: 10_000 },
});

/** Hashes a password by argon2id, when it is the turn of who waits. @throws Fault `overloaded` */
export function hashPassword(
  password: Secret,
  by: { readonly client: string; readonly tenant?: string },
): Promise<string> {
  return passwordQueue.run({ lane: 'save', ...by, memory: ownHashMemory }, () =>
    hash(password.reveal()),
  );
}
