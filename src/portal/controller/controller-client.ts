import type { Secret } from '../../contract/secret.ts';
import type { HttpRequestSpec } from '../../protocol/http/schema.ts';
import type { CountedOctets } from '../../aaa/session/controlled-session.ts';
import type { RedirectParameters, SessionLimits } from '../dialect/dialect.ts';
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
  /** Without time only the gateway ends the session. */
  readonly limits: SessionLimits;
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

/** What a login at a controller gives: the headers of later calls. */
export type ControllerLogin = Readonly<Record<string, string>>;

/** How the controllers of a vendor are called. */
export interface ControllerClient {
  /** Absent: its calls need no login, or bring it along. @throws Fault `refused` for wrong credentials, and those of `Call` */
  readonly logIn?: (account: ControllerAccount, call: Call) => Promise<ControllerLogin>;
  /**
   * Lets a device in, with its limits.
   *
   * @returns its counters at the login, from which on they count; null: not known, or a NAS counts
   * @throws  Fault `refused` if the login has timed out, `rejected` with the controller's reason
   */
  authorize(context: AuthorizeContext, guest: ControllerGuest): Promise<CountedOctets | null>;
  /** Cuts a device off; no effect if it is not authorized. @throws Fault as `authorize` */
  unauthorize(context: AuthorizeContext, device: ControllerDevice): Promise<void>;
  /**
   * Finds the IP addresses of a device that is connected now. Absent: the account of a portal cannot ask for them.
   *
   * @param mac  canonical
   * @returns    empty: the device is not connected, or the controller knows no address of it
   * @throws Fault as `authorize`
   */
  readonly findAddresses?: (context: AuthorizeContext, mac: string) => Promise<readonly string[]>;
  /**
   * Reads the counters of devices. Absent: a NAS accounts for them.
   *
   * @returns by canonical MAC address; a device that is not connected is missing
   * @throws  Fault as `authorize`
   */
  readonly readCounted?: (
    context: AuthorizeContext,
    devices: readonly ControllerDevice[],
  ) => Promise<ReadonlyMap<string, CountedOctets>>;
}

export interface AuthorizeContext {
  readonly account: ControllerAccount;
  /** Empty without `logIn`. */
  readonly login: ControllerLogin;
  readonly call: Call;
  /** Calls the controller as a device of a type, by the login of that type. */
  readonly asDevice: <T>(type: string, work: (ask: Ask) => Promise<T>) => Promise<T>;
}

/**
 * Sends a request in the session of a device type, with values for its placeholders.
 *
 * @returns the JSON of the reply; undefined if there is none
 * @throws  Fault of the connection; `refused` for the login; `rejected` with the words of the controller
 */
export type Ask = (
  request: HttpRequestSpec,
  values: Readonly<Record<string, string>>,
) => Promise<unknown>;

/** The longest time that a controller is asked for; the gateway ends a session before if it must. */
export const maxGrantSeconds = 30 * 86_400;
