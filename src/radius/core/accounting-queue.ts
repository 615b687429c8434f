import type { Statement } from '../../store/store.ts';
import type { ReceivedAccounting } from './radius-request.ts';

/** Queues accounting for upstreams. */
export interface AccountingQueue {
  /** Returns the statements that queue a packet; they belong to the transaction that records it. */
  enqueueStatements(request: ReceivedAccounting): readonly Statement[];
}
