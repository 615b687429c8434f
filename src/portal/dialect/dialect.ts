import type { Secret } from '../../contract/secret.ts';

/** The parameters of a redirect to the portal, by name. */
export type RedirectParameters = Readonly<Record<string, string>>;

/** Fields of a redirect, and the names of their parameters: the first parameter that is present counts. */
export interface RedirectFields {
  readonly mac: readonly string[];
  readonly ip: readonly string[];
  readonly ap_mac: readonly string[];
  readonly nas_id: readonly string[];
  readonly ssid: readonly string[];
  readonly original_url: readonly string[];
}

/** With what a NAS sends a browser back to the portal, after a login or a log-off. */
export interface Outcome {
  /** Connected: also a device that was before. */
  readonly kind: 'connected' | 'failed' | 'logged_out';
  /** What the NAS says of it; null: nothing. */
  readonly reason: string | null;
}

/** The step that lets a device on the network. */
export interface Grant {
  readonly method: 'none' | 'redirect' | 'form' | 'api';
  readonly url: string | null;
  readonly fields: Readonly<Record<string, string>>;
}

export const noGrant: Grant = { method: 'none', url: null, fields: {} };

/** A guest that is logged in, and the redirect that brought it. */
export interface GrantRequest {
  readonly parameters: RedirectParameters;
  /**
   * The address of the device as RFC 3580 writes it: user name and password of the login at the NAS. The gateway accepts that
   * Access-Request for the guest's device, so the guest's password never leaves the gateway.
   */
  readonly station: string;
  readonly originalUrl: string | null;
  readonly sessionSeconds: number | null;
  /** The secret that NAS and portal share; null: not configured. */
  readonly secret: Secret | null;
}

/** How the access points of a vendor send devices to the portal, and let them in. */
export interface Dialect {
  readonly title: string;
  /** Sets of parameters: a redirect that has all of one set is of this dialect. */
  readonly detectedBy: readonly (readonly string[])[];
  readonly fields: Partial<RedirectFields>;
  /** Names and addresses of the vendor that a grant may lead to, besides private addresses; `*.` stands for any name below. */
  readonly hosts: readonly string[];
  /** True if neither a public source nor a real peer confirms the grant. */
  readonly isExperimental: boolean;
  /** Restores the parameters of a redirect that is packed or encrypted. @returns null: they cannot be read */
  readonly unpack?: (
    parameters: RedirectParameters,
    secret: Secret | null,
  ) => RedirectParameters | null;
  /** Reads the way back. @returns null: it is the way in. Absent: the NAS sends nobody back */
  readonly outcomeOf?: (parameters: RedirectParameters) => Outcome | null;
  /** True if the grant needs the secret of a portal controller. */
  readonly needsSecret?: boolean;
  /** Builds the grant. @returns the grant, or an error message. Absent: RADIUS or a call of the controller admits the device */
  readonly grant?: (request: GrantRequest) => Grant | string;
}

/** Returns the reader of a parameter that has the reason of a failed login. */
export function failureIn(parameter: string): NonNullable<Dialect['outcomeOf']> {
  return (parameters) => {
    const reason = parameters[parameter] ?? '';
    return reason === '' ? null : { kind: 'failed', reason };
  };
}
