import type { Readable } from 'node:stream';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Adapter } from '../contract/adapter.ts';
import type { Caller } from '../contract/caller.ts';
import type { Config } from '../config/config-schema.ts';
import type { DeviceType } from '../device-type/device-type.ts';
import type { Dictionary } from '../protocol/radius/dictionary.ts';
import type { ChangeNotifier } from '../runtime/change-notifier.ts';
import type { Resource } from '../contract/resource.ts';
import type { Clock } from '../runtime/clock.ts';
import type { FairQueue } from '../runtime/fair-queue.ts';
import type { Watchdog } from '../runtime/watchdog.ts';
import type { Secret } from '../contract/secret.ts';
import type { Statement, Store } from '../store/store.ts';
import type { Vault } from '../store/vault.ts';
import type { TrustedClock } from './trusted-clock.ts';

/**
 * State that the requests, jobs and packets of a domain share, such as its rate limits and caches. A domain declares one field
 * by declaration merging, and its module creates the value.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- each domain declares its own field
export interface DomainState {}

/** Parts of the gateway that every handler, job and packet handler may use. Created once, in main.ts. */
export interface Gateway extends DomainState {
  readonly config: Config;
  readonly store: Store;
  readonly vault: Vault;
  /** Finds the caller of a bearer token that is used, unless `kind` says otherwise. @throws Fault `unauthenticated` unknown, expired or revoked */
  readonly authenticateToken: (token: string, kind?: TokenKind) => Promise<Caller>;
  /** Adapters by name, which is `protocol` in connection profiles. */
  readonly adapters: ReadonlyMap<string, Adapter>;
  /** Device types by short name. */
  readonly deviceTypes: ReadonlyMap<string, DeviceType>;
  readonly jobs: JobQueue;
  /** Records the requests that were to change something. */
  readonly audit: AuditTrail;
  /** Turns results of polls into conditions of alerts. */
  readonly results: ResultWatch;
  /** Finds when the devices with some addresses last started. */
  readonly findDeviceUptimes: UptimeLookup;
  /** Home servers that authenticate users of the captive portal. */
  readonly upstreamLogins: UpstreamLogins;
  /** Streams of events, for readers of the APIs. */
  readonly events: EventStreams;
  /** Returns the RADIUS dictionary, which is read at the first call: before RADIUS listens. */
  readonly dictionary: () => Dictionary;
  /** Tables that this process has written, for copies in memory. */
  readonly changes: ChangeNotifier;
  /** All resources, for rules that hold between them. */
  readonly resources: readonly Resource[];
  readonly log: Logger;
  /** Metrics of GET /metrics; each part registers its own. */
  readonly metrics: Registry;
  /** Clock for timers, delays and durations; systemClock except in tests. */
  readonly clock: Clock;
  /** The clock as far as it is plausible, for whatever deletes, ends or begins something by its age. */
  readonly trustedClock: TrustedClock;
  /** Ends every exchange with a device at its time limit. */
  readonly watchdog: Watchdog;
  /** Limits the processes of pings that callers of the APIs ask for; organizations take turns. */
  readonly requestedPings: FairQueue<'ping'>;
  /** Short for `clock.now`. */
  readonly now: () => Date;
}

/** What a token is, and what its authentication is for. */
export interface TokenKind {
  /** True: it is the token of a session, from the cookie of a browser. */
  readonly isSession: boolean;
  /** False: it is only checked again, which does not keep a session from its end. */
  readonly isUse: boolean;
  /** True: a session of a user who has to enrol a second factor first is accepted. */
  readonly isEnrolment?: boolean;
}

/** The store and the time, for code that needs no more of a gateway. */
export type StoreAndClock = Pick<Gateway, 'store' | 'now'>;

/** A request or command that was to change something, or a failed authentication, without any value of it. */
export interface AuditRecord {
  /** Organization of the caller; null: the first organization. */
  readonly organization: number | null;
  /** Milliseconds since 1970. */
  readonly datetime: number;
  readonly user: number | null;
  readonly username: string;
  readonly remote_address: string | null;
  readonly method: (typeof auditedMethods)[number];
  readonly path: string;
  readonly object: string | null;
  readonly fields: readonly string[];
  readonly status: number;
  readonly outcome: 'done' | 'refused' | 'failed';
  readonly request_id: string | null;
}

/** Methods of the audit: those of changes and of failed authentications, commands on the machine, and deletions by the gateway. */
export const auditedMethods = [
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'GET',
  'HEAD',
  'COMMAND',
  'TASK',
] as const;

/** The part of the audit that requests use. */
export interface AuditTrail {
  add(record: AuditRecord): void;
  /**
   * Adds a record of a request that anybody can repeat without end, at a limited rate; those beyond it are counted only.
   *
   * @param sender  whose requests are limited together, in addition to all of them
   */
  addLimited(record: AuditRecord, sender: string): void;
}

export const eventKinds = ['device', 'session', 'operation', 'alert', 'user', 'voucher'] as const;
export type EventKind = (typeof eventKinds)[number];

/** A request for a stream of events. */
export interface EventRequest {
  readonly caller: Caller;
  /** Token of the caller, to be checked again while the stream is open. */
  readonly credential: Credential;
  /** Kinds that are asked for; null: all that the caller may read. */
  readonly kinds: readonly EventKind[] | null;
  /** This organization and all below it; null: the organizations of the caller. */
  readonly organization: number | null;
  /** Id of the last event that the client has got; null: it begins now. */
  readonly lastEventId: string | null;
  /** Time after which the stream ends; 0: after what there is; null: never. */
  readonly seconds: number | null;
}

/** A token without its text. */
export interface Credential {
  /** The same for all requests with this token. */
  readonly key: string;
  /** Authenticates it again. @throws Fault `unauthenticated` it is no longer valid */
  readonly check: () => Promise<Caller>;
}

/** The part of the events that requests use. */
export interface EventStreams {
  /** Opens a stream of events (WHATWG HTML 9.2). @throws Fault */
  open(request: EventRequest): Promise<Readable>;
}

/** The part of the job runner that the rest of the gateway may use. */
export interface JobQueue {
  /** Starts a search for new transactions immediately. */
  wake(): void;
  /** Resolves when the transaction has ended, or after `timeoutMs`. */
  waitUntilEnded(id: string, timeoutMs: number): Promise<void>;
}

/** The result of a metric, of one of its parameters. */
export interface MetricResult {
  readonly metric: string;
  /** The variable, or the interface if the metric has a result for each: `interface eth0`. */
  readonly variable: string;
  readonly value: number;
}

/** The part of the alerts that polls use. */
export interface ResultWatch {
  /** False: no rule compares a metric, so results need not be gathered. Default: true. */
  readonly isWatching?: boolean;
  /** Returns statements for the batch of a poll; empty if no rule compares its metrics. */
  conditionsOf(
    device: {
      readonly id: number;
      readonly organization: number;
      readonly location: number | null;
      readonly type: number;
    },
    results: readonly MetricResult[],
  ): readonly Statement[];
}

/** A login at the captive portal by name and password. */
export interface UpstreamLogin {
  /** Organization of a user with credentials here, else of the access point; its upstreams, or upstreams above it, are asked. */
  readonly organization: number;
  readonly username: string;
  readonly password: Secret;
  /** True: the user has credentials here, so that only an upstream of its realm authenticates it. */
  readonly isLocal: boolean;
  /** The device as its NAS would describe it: Calling-Station-Id, address, Called-Station-Id and NAS-Identifier. */
  readonly station: string;
  readonly ip: string;
  readonly called: string;
  readonly nas: string;
}

/** The decision of an upstream over a login. */
export interface UpstreamDecision {
  readonly isAccepted: boolean;
  /** Session-Timeout; null: no limit. */
  readonly sessionSeconds: number | null;
  /** Organization of the upstream and of its users. */
  readonly organization: number;
  /** Id of the profile of users who log in for the first time; null: no profile. */
  readonly profile: number | null;
}

/** Finds the last reported uptimes of devices. @param since  milliseconds since 1970; older ones are ignored */
export type UptimeLookup = (
  store: Store,
  addresses: DeviceAddresses,
  since: number,
) => Promise<readonly UptimeSample[]>;

/** Addresses of a device, among the devices of an organization. */
export interface DeviceAddresses {
  readonly organization: number;
  readonly ipAddresses: readonly string[];
  readonly macAddresses: readonly string[];
}

/** Sample of the metric `uptime`, in seconds, and the one before it if there is one. */
export interface UptimeSample {
  readonly takenAt: number;
  readonly uptimeSeconds: number;
  readonly previousUptimeSeconds: number | null;
}

/** The part of the RADIUS proxy that the captive portal uses. */
export interface UpstreamLogins {
  /** `isEmpty`: no upstream is configured, so the lookup can be skipped; false until RADIUS has started. */
  readonly upstreams: { readonly isEmpty: boolean };
  /**
   * Has an upstream authenticate a user.
   *
   * @returns      null: no upstream authenticates this user at the portal
   * @throws Fault `timeout` without a reply
   */
  authenticate(login: UpstreamLogin): Promise<UpstreamDecision | null>;
  /** Sets the upstreams, and what sends them the logins. */
  sendBy(
    upstreams: UpstreamLogins['upstreams'],
    authenticate: UpstreamLogins['authenticate'],
  ): void;
}
