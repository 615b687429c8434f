import type { Generated } from 'kysely';
import type { Gateway } from '../../gateway/gateway.ts';
import { HeldLease } from '../../gateway/held-lease.ts';
import type { ForwardQueue } from './forward-queue.ts';

declare module '../../contract/tables.ts' {
  interface Tables {
    /** Lease of a queue: the gateway that holds it sends its packets. */
    aaa_forward_lease: {
      organization: number;
      realm: string;
      owner: string;
      until: Generated<EpochMs>;
    };
  }
}

/**
 * Returns the lease of a forward queue. Of several gateways only its holder sends, so that packets stay in order.
 *
 * @param owner  identifies this gateway among the gateways on the store
 */
export function createForwardQueueLease(
  gateway: Pick<Gateway, 'store' | 'now' | 'clock'>,
  { organization, realm }: ForwardQueue,
  owner: string,
): HeldLease {
  return new HeldLease(gateway, {
    table: 'aaa_forward_lease',
    key: { organization, realm },
    owner,
  });
}
