import type { Gateway } from '../../gateway/gateway.ts';
import type { JobRun } from '../../gateway/job.ts';
import { resolveDestination } from '../device/device-address.ts';
import type { StoredDevice } from '../device/find-device.ts';
import type { Parameters, Refusal } from './gateway-refusals.ts';
import type { ProgressReporter } from './progress-reporter.ts';

/* Diagnostics that run on the gateway, and their context. */

export type Results = Readonly<Record<string, unknown>>;

/** What a diagnostic of the gateway uses of its transaction. */
export type DiagnosticWork = Pick<JobRun, 'device' | 'organization' | 'runStep' | 'saveProgress'>;

/** A running diagnostic, with its context. */
export interface Run {
  readonly gateway: Gateway;
  readonly work: DiagnosticWork;
  readonly progress: ProgressReporter;
}

/** Parameter that names what the gateway connects to. */
export type Destination = 'host' | 'url' | 'dns_server';

export interface GatewayDiagnostic {
  /** Parameter whose host the organization of the device must be allowed to reach; null: it connects to the device. */
  readonly destination: Destination | null;
  /** Program of this machine that it needs. */
  readonly program?: { readonly name: string; readonly debianPackage: string };
  /** Returns why the gateway cannot honour the keys, defaults included, or null. */
  readonly refuse: (parameters: Parameters, device: StoredDevice) => Refusal | null;
  readonly run: (parameters: Parameters, run: Run) => Promise<Results>;
}

/** Returns what resolves a host to an address that may be connected to for the organization of the device. */
export const resolverOf =
  ({ gateway, work: { organization } }: Run) =>
  (host: string) =>
    resolveDestination(gateway.store, { organization, host });

export const stepsOf = (run: Run) => ({ resolve: resolverOf(run), runStep: run.work.runStep });
