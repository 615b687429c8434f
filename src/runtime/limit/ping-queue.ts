import { FairQueue } from '../fair-queue.ts';

const concurrency = 8;
const maxWaiting = 64;

/** Creates the queue of the pings that callers ask for. One organization has six of eight places and half of the queue at most. */
export function queuePings(): FairQueue<'ping'> {
  return new FairQueue({
    lanes: ['ping'],
    concurrency,
    maxRunningOfTenant: concurrency - 2,
    maxWaiting,
    maxWaitingOfClient: { ping: maxWaiting / 2 },
  });
}
