import { deviceKey } from '../aaa/password/password-attempts.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { customerKey } from '../runtime/ip-address.ts';
import { isGuess, PortalReject } from './portal-reject.ts';

/** Where a login at a portal page comes from. */
export interface PageOrigin {
  readonly page: number;
  readonly organization: number;
  readonly mac: string;
  /** Of `isReportedDevice`. */
  readonly isReported: boolean;
  /** The IP address that the request came from. */
  readonly host: string;
}

/** Limits logins that need no password by page, address and device. @throws Fault `throttled` */
export function limitFreeLogins({ portal }: Gateway, origin: PageOrigin): void {
  const { organization, page, host } = origin;
  const { ofPage, ofHost, ofDevice } = portal.freeLogins;
  ofDevice.take(`${organization} ${deviceKey(origin)}`);
  ofHost.take(`${organization} ${customerKey(host)}`);
  ofPage.take(String(page));
}

/** Makes a login by a code or password, after the delay that guesses at its page cause. @throws Fault `throttled` */
export async function delayGuesses<T>(
  { portal: { guesses } }: Gateway,
  { organization, page, host }: PageOrigin,
  logIn: () => Promise<T | PortalReject>,
): Promise<T | PortalReject> {
  const origin = { organization, page, host: customerKey(host) };
  await guesses.admit(origin);
  const access = await logIn();
  if (!(access instanceof PortalReject)) guesses.right(origin);
  else if (isGuess(access)) guesses.wrong(origin);
  return access;
}
