import { expediteClientChanges } from '../../aaa/coa/authorization-change-queue.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { PeriodicTask } from '../../gateway/job.ts';
import {
  defaultRetransmission,
  type Retransmission,
} from '../../protocol/radius/retransmission.ts';
import type { RadsecConnections } from '../core/radsec-connections.ts';
import { ChangeSender } from './change-sender.ts';
import { ReauthorizationCheck } from './reauthorization-check.ts';

export interface DynamicAuthorization {
  /** The periodic tasks that find and send changes. */
  readonly tasks: readonly PeriodicTask[];
  /**
   * Aborts the changes in progress; they are sent again after the next start. Call it once the tasks have stopped.
   */
  stop(): Promise<void>;
}

interface DynamicAuthorizationOptions {
  /** Connections of clients over TLS; default: no connections. */
  readonly radsecConnections?: RadsecConnections;
  readonly retransmission?: Retransmission;
}

/**
 * Keeps the authorization of live sessions up to date (RFC 5176): finds sessions whose authorization has changed, and sends
 * these changes, and changes requested over the API, to the NASes.
 */
export function createDynamicAuthorization(
  gateway: Gateway,
  { radsecConnections, retransmission = defaultRetransmission }: DynamicAuthorizationOptions = {},
): DynamicAuthorization {
  const check = new ReauthorizationCheck(gateway);
  const sender = new ChangeSender(gateway, {
    radsecConnections: radsecConnections ?? null,
    retransmission,
  });
  radsecConnections?.onConnect((client) => {
    expedite(gateway, client);
  });
  return {
    tasks: [...check.tasks, ...sender.tasks],
    stop: () => sender.stop(),
  };
}

/** Makes changes due that were postponed while their client was not connected. */
function expedite(gateway: Gateway, client: number): void {
  gateway.store.write([expediteClientChanges(gateway, client)]).catch((error: unknown) => {
    gateway.log.debug(
      { err: error, client },
      'RADIUS CoA: cannot expedite the changes of a client that has connected; they stay postponed',
    );
  });
}
