import type { Gateway } from '../../gateway/gateway.ts';
import type { Caller } from '../../contract/caller.ts';
import type { Secret } from '../../contract/secret.ts';

/** A password that a caller presents for a person. */
interface PresentedPassword {
  readonly gateway: Gateway;
  readonly caller: Caller;
  readonly person: string;
  readonly device: string | null;
  readonly host: string | null;
  /** The person who logs in; null: a secret code names the person. */
  readonly password: Secret | null;
}

/**
 * Limits failed password attempts.
 *
 * @param work        checks the password
 * @param isAccepted  true if the result of `work` is a success, which is not counted
 * @throws Fault `throttled`; errors of `work`
 */
export async function limitPasswordAttempts<T>(
  { gateway, caller, ...presented }: PresentedPassword,
  work: () => Promise<T>,
  isAccepted: (result: T) => boolean,
): Promise<T> {
  const place = `organization ${caller.organization}`;
  // Before the work: concurrent attempts would all be admitted.
  const attempt = gateway.logins.attempts.admit({ ...presented, place, mayLackDevice: false });
  const result = await work();
  if (isAccepted(result)) attempt.accept();
  return result;
}
