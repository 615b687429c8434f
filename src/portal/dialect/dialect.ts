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
  /** How long the browser waits before it takes the step, since the access point may be faster; absent: a second. */
  readonly delaySeconds?: number;
}

export const noGrant: Grant = { method: 'none', url: null, fields: {} };

/** The limits of a session as an access point is told them; null: no limit. */
export interface SessionLimits {
  readonly seconds: number | null;
  /** Both directions together. */
  readonly octets: number | null;
  /** Bits per second from and to the guest: WISPr-Bandwidth-Max-Up and -Down. */
  readonly upBits: number | null;
  readonly downBits: number | null;
}

export const noLimits: SessionLimits = {
  seconds: null,
  octets: null,
  upBits: null,
  downBits: null,
};

/** A guest that is logged in, and the redirect that brought it. */
export interface GrantRequest {
  readonly parameters: RedirectParameters;
  /**
   * The address of the device as RFC 3580 writes it: user name and password of the login at the NAS. The gateway accepts that
   * Access-Request for the guest's device, so the guest's password never leaves the gateway.
   */
  readonly station: string;
  readonly originalUrl: string | null;
  readonly limits: SessionLimits;
  /** The secret that NAS and portal share; null: not configured. */
  readonly secret: Secret | null;
}

/** Kinds of limits that an access point has to carry out, in the order of the guide's table. */
export const carriedLimits = ['time', 'rate', 'volume', 'logout'] as const;
export type CarriedLimit = (typeof carriedLimits)[number];

/**
 * How a limit reaches an access point: by RADIUS (attributes, accounting and Disconnect), in the grant that the browser brings,
 * by a call of the controller, by SSH of the device in the inventory, or not at all.
 */
export type Carrier = 'RADIUS' | 'grant' | 'call' | 'SSH' | 'no';

export interface Carriage extends Readonly<Record<CarriedLimit, Carrier>> {
  /** The attributes that rates are given by over RADIUS; empty: another way, or those of the NAS. */
  readonly rateAttributes: readonly string[];
}

/** Returns the carriage of an access point that asks RADIUS, accounts for its sessions and takes a Disconnect. */
export function byRadius(...rateAttributes: readonly string[]): Carriage {
  return { time: 'RADIUS', rate: 'RADIUS', volume: 'RADIUS', logout: 'RADIUS', rateAttributes };
}

export const wisprRates = ['WISPr-Bandwidth-Max-Up', 'WISPr-Bandwidth-Max-Down'] as const;

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
  /** How each limit of a guest reaches the access point. */
  readonly carries: Carriage;
  /** The same for a redirect that carries otherwise. @returns null: as `carries` */
  readonly carriesFor?: (parameters: RedirectParameters) => Carriage | null;
  /** Restores the parameters of a redirect that is packed or encrypted. @returns null: they cannot be read */
  readonly unpack?: (
    parameters: RedirectParameters,
    secret: Secret | null,
  ) => RedirectParameters | null;
  /** Reads the way back. @returns null: it is the way in. Absent: the NAS sends nobody back */
  readonly outcomeOf?: (parameters: RedirectParameters) => Outcome | null;
  /** Returns the router that fetches devices by itself, if it does; null: the redirect names none. */
  readonly routerOf?: (parameters: RedirectParameters) => string | null;
  /** The operation of a device type that cuts a device off, with the parameter `mac`; absent: there is none. */
  readonly logoutOperation?: string;
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
