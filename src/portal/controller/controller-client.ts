import type { Secret } from '../../contract/secret.ts';
import type { RedirectParameters } from '../dialect/dialect.ts';
import type { ControllerReply, ControllerRequest } from './controller-request.ts';

/** A device as a controller knows it. */
export interface ControllerDevice {
  /** Canonical. */
  readonly mac: string;
  readonly ip: string;
  /** Parameters of the redirect; for `unauthorize`, only the parameters that identify the device. */
  readonly parameters: RedirectParameters;
}

/** A device that a controller is to let in. */
export interface ControllerGuest extends ControllerDevice {
  readonly apMac: string | null;
  /** Null: only the gateway ends the session. */
  readonly sessionSeconds: number | null;
}

/** The account of the gateway on a controller. */
export interface ControllerAccount {
  /** Without a slash at its end. */
  readonly url: string;
  readonly site: string | null;
  readonly username: string | null;
  readonly password: Secret;
}

export type Call = (
  request: Pick<ControllerRequest, 'method' | 'url' | 'headers' | 'body'>,
) => Promise<ControllerReply>;

/** What a login at a controller gives: the headers of later calls, and the prefix of their paths. */
export interface ControllerLogin {
  readonly headers: Readonly<Record<string, string>>;
  readonly prefix: string;
}

/** How the controllers of a vendor are called. */
export interface ControllerClient {
  /** @throws Fault `refused` for wrong credentials, and the Faults of `Call` */
  logIn(account: ControllerAccount, call: Call): Promise<ControllerLogin>;
  /** Lets a device in. @throws Fault `refused` if the login has timed out, `rejected` with the controller's reason */
  authorize(context: AuthorizeContext, guest: ControllerGuest): Promise<void>;
  /** Cuts a device off; no effect if it is not authorized. @throws Fault as `authorize` */
  unauthorize(context: AuthorizeContext, device: ControllerDevice): Promise<void>;
}

export interface AuthorizeContext {
  readonly account: ControllerAccount;
  readonly login: ControllerLogin;
  readonly call: Call;
}

/** The longest time that a controller is asked for; the gateway ends a session before if it must. */
export const maxGrantSeconds = 30 * 86_400;
