import { asFault } from '../../../contract/errors.ts';
import type { AnonymousCall } from '../../../gateway/endpoint.ts';
import { customerKey } from '../../../runtime/ip-address.ts';
import type { ConsoleUser } from '../../account/session/sign-in.ts';

interface Refusal {
  /** The user that the sign-in names; undefined: there is none. Any other name may be a password at the wrong place. */
  readonly user: ConsoleUser | undefined;
  readonly error: unknown;
}

/** Records a sign-in that was refused, at a limited rate. */
export function auditRefusal(
  { gateway, remoteAddress, requestId }: AnonymousCall,
  { user, error }: Refusal,
): void {
  const fault = asFault(error);
  if (!fault) return;
  const address = remoteAddress();
  gateway.audit.addLimited(
    {
      organization: user?.organization ?? null,
      datetime: gateway.now().getTime(),
      user: user?.id ?? null,
      username: user?.username ?? '',
      remote_address: address,
      method: 'POST',
      path: '/gate/api/v1/session/',
      object: null,
      fields: [],
      status: fault.status,
      outcome: fault.status < 500 ? 'refused' : 'failed',
      request_id: requestId,
    },
    customerKey(address),
  );
}
