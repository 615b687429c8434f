import { Fault } from '../../../contract/errors.ts';
import type { Gateway } from '../../../gateway/gateway.ts';
import { customerKey } from '../../../runtime/ip-address.ts';
import { personOf } from '../../password/password-attempts.ts';
import { hasTotp, useCode } from './totp-store.ts';

type Context = Pick<Gateway, 'store' | 'vault' | 'now' | 'secondFactors'>;

/** A code that a user presents, and where it comes from. */
export interface PresentedCode {
  readonly user: number;
  /** A code of the authenticator app or a recovery code; undefined: none. */
  readonly code: string | undefined;
  readonly remoteAddress: string;
}

/** True for the fault of a sign-in with a right password and no code, which asks for the code. */
export function asksForCode(error: unknown): boolean {
  return error instanceof MissingCode;
}

class MissingCode extends Fault {
  constructor() {
    const text = 'Enter the code of your authenticator app, or a recovery code.';
    super('invalid', text, { fields: { totp: [text] } });
  }
}

/**
 * Checks the code of a user who has a second factor, and uses it up.
 *
 * @throws Fault `invalid` with the field `totp`: the code is missing, wrong or used; `throttled` after several wrong ones
 */
export async function checkSecondFactor(context: Context, given: PresentedCode): Promise<void> {
  if (await hasTotp(context.store, given.user)) await checkCode(context, given);
}

/** Checks a code of a user as `checkSecondFactor` does; a user without a second factor has no right code. */
export async function checkCode(
  context: Context,
  { user, code, remoteAddress }: PresentedCode,
): Promise<void> {
  if (code === undefined) throw new MissingCode();
  const attempt = context.secondFactors.admit({
    person: personOf(user, ''),
    place: 'console',
    device: customerKey(remoteAddress),
    host: remoteAddress,
    password: null,
    mayLackDevice: false,
  });
  if (!(await useCode(context, user, code)))
    throw Fault.field('totp', 'This code is wrong, or was used already. Wait for the next one.');
  attempt.accept();
}
