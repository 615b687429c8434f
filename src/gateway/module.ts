import type { Command } from 'commander';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config-schema.ts';
import type { FindingReport } from '../contract/finding.ts';
import type { Resource } from '../contract/resource.ts';
import type { Api, Endpoint, Examples } from './endpoint.ts';
import type { DomainState, Gateway } from './gateway.ts';
import type { GrowingTable } from './growing-table.ts';
import type { Job, PeriodicTask } from './job.ts';
import type { PersonalTable } from './personal-table.ts';

/*
 * A module is the face of a domain: everything that it adds to the product. Each part is a function that loads its code, so
 * that a process loads only the parts that it uses: a command no server, and a gateway no command.
 */

export interface Module {
  readonly name: string;
  /** Adds commands to the command line. Their code is loaded when they run. */
  readonly commands?: (program: Command, tools: CommandTools) => void;
  readonly tables?: () => Promise<ModuleTables>;
  readonly endpoints?: () => Promise<ModuleEndpoints>;
  readonly state?: () => Promise<CreateState>;
  readonly service?: () => Promise<ModuleService>;
}

/** The tables of a domain. */
export interface ModuleTables {
  readonly resources: readonly Resource[];
  /** Tables that grow as long as the gateway runs. */
  readonly growth?: readonly GrowingTable[];
  /** Tables with data about persons, in the order of erasure. */
  readonly personal?: readonly PersonalTable[];
}

/** The endpoints of a domain and their texts in the documents, by API. */
export interface ModuleEndpoints {
  readonly control?: ModuleApi;
  readonly gate?: ModuleApi;
}

/** The part of a domain in an API. */
export interface ModuleApi {
  readonly endpoints: readonly Endpoint[];
  /** The description of each tag, by the first segment of a path. */
  readonly tags: Readonly<Record<string, string>>;
  readonly examples?: Partial<Examples>;
}

/** Creates the state of a domain in one gateway. */
export type CreateState = (
  parts: Pick<Gateway, 'store' | 'vault' | 'clock' | 'deviceTypes' | 'log'>,
) => Partial<DomainState>;

/** The work of a domain in a gateway. */
export interface ModuleService {
  /** Kinds of work on devices. */
  readonly jobs?: readonly Job[];
  /** Creates the service of one gateway, and registers its metrics. */
  readonly create?: (gateway: GatewayBase, site: Site) => Service;
}

/** Parts of a gateway that a domain provides for the others. */
export type ProvidedParts = Pick<
  Gateway,
  'audit' | 'authenticateToken' | 'events' | 'findDeviceUptimes' | 'results' | 'upstreamLogins'
>;

/** A gateway before the domains have provided their parts. */
export type GatewayBase = Omit<Gateway, keyof ProvidedParts | 'jobs'>;

/** Values that the services of a gateway share. */
export interface Site {
  /** Name of this gateway among the gateways on the store; the same after every restart. */
  readonly owner: string;
  /** The growing tables of all domains. */
  readonly growth: readonly GrowingTable[];
  /** The tables with data about persons of all domains. */
  readonly personal: readonly PersonalTable[];
}

/** The service of a domain in one gateway. */
export interface Service {
  readonly provides?: Partial<ProvidedParts>;
  /** Opens the listeners; services start one after the other, in the order of the modules, before HTTP listens. */
  readonly start?: (gateway: Gateway) => RunningService | Promise<RunningService>;
}

/** A service that has started. */
export interface RunningService {
  readonly bound?: Partial<BoundAddresses>;
  /** Adds routes outside of the two APIs. */
  readonly addRoutes?: (app: FastifyInstance) => void;
  readonly checks?: readonly ReadinessCheck[];
  /** Returns the periodic tasks; called when all listeners are open. */
  readonly tasks?: () => readonly PeriodicTask[];
  /** Loads code that no request waits for, and returns its tasks; called when everything else runs. */
  readonly loadTasks?: () => Promise<readonly PeriodicTask[]>;
  /** Stops receiving. */
  readonly stop?: () => Promise<void>;
  /** Ends the work of the periodic tasks; called when they have stopped. */
  readonly settle?: () => Promise<void>;
  /** Closes what other services use; called when all of them have stopped. */
  readonly close?: () => Promise<void>;
}

/** A part that must work before the gateway is ready; `check` throws or rejects while it does not. */
export interface ReadinessCheck {
  readonly name: string;
  /** True: a check writes, so it runs once a second at most. Default: false. */
  readonly writes?: boolean;
  check(): Promise<void> | void;
  /** Returns what the part counts about itself, without the store; null: nothing. */
  readonly figures?: () => PartFigures | null;
}

export type PartFigures = Readonly<Record<string, number | string | null>>;

export interface ListenAddress {
  readonly address: string;
  readonly port: number;
}

/** The addresses of the RADIUS listeners. */
export interface BoundAddresses {
  readonly auth: readonly ListenAddress[];
  readonly acct: readonly ListenAddress[];
  /** Empty if RadSec is off. */
  readonly tls: readonly ListenAddress[];
}

/** The parts of the command line that commands use. */
export interface CommandTools {
  /** Configuration file without `--config`. */
  readonly defaultFile: string;
  /** Ends the process if the configuration has errors. */
  readonly readConfig: (file: string) => Config;
  /** Returns the errors of the device types. */
  readonly readTypeFaults: (config: Config) => Promise<readonly string[]>;
  /** Loads the resources of all modules. */
  readonly loadResources: () => Promise<readonly Resource[]>;
  /** Loads the state of all modules. */
  readonly loadState: () => Promise<(...parts: Parameters<CreateState>) => DomainState>;
  /** Loads both APIs. */
  readonly loadApis: () => Promise<Apis>;
  readonly print: (text: string) => void;
  /** Prints what work returns; if it fails, prints the error and ends the process. */
  readonly printResult: (work: Promise<string>) => Promise<void>;
  /** Prints findings; the exit status is 1 if a check failed. */
  readonly printReport: (work: Promise<FindingReport>) => Promise<void>;
  readonly errorText: (error: unknown) => string;
  /** Prints an error and ends the process. */
  readonly fail: (text: string, status?: number) => never;
}

/** The two APIs. */
export interface Apis {
  readonly control: Api;
  readonly gate: Api;
}
