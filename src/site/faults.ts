import type { SiteEntry } from './site-file.ts';
import { Fault } from '../contract/errors.ts';

/** A fault of a site file: its location, subject and reason. */
export interface SiteFault {
  /** `site.yaml:12` */
  readonly location: string;
  /** `aaa_client "lobby": secret` */
  readonly subject: string;
  readonly reason: string;
}

/** Returns a line for each fault. */
export function faultLines(faults: readonly SiteFault[]): string {
  return faults
    .map(({ location, subject, reason }) => `${location}: ${subject}: ${reason}`)
    .join('\n');
}

function faultOf(entry: SiteEntry, field: string, reason: string): SiteFault {
  return {
    location: entry.locationOf(field.split('.').filter(Boolean)),
    subject: field === '' ? entry.title : `${entry.title}: ${field}`,
    reason,
  };
}

/** All faults of a site file. */
export class SiteFaults extends Error {
  readonly faults: readonly SiteFault[];

  constructor(faults: readonly SiteFault[]) {
    super(faultLines(faults));
    this.name = 'SiteFaults';
    this.faults = faults;
  }
}

/** Collects faults, so that all of them are reported together. */
export class FaultList {
  readonly faults: SiteFault[] = [];
  /** Secrets that the file needs once it is applied. */
  readonly absent: SiteFault[] = [];
  readonly #names = new Set<string>();

  /** @param field  with dots where it lies within another; empty: the object as a whole */
  add(entry: SiteEntry, field: string, why: string): void {
    this.#names.add(entry.title);
    this.faults.push(faultOf(entry, field, why));
  }

  /** Adds a secret that is absent, as {@link add}. */
  addAbsent(entry: SiteEntry, field: string, why: string): void {
    this.absent.push(faultOf(entry, field, why));
  }

  /** Adds the errors of a failed validation. @throws the error itself if it is not a fault of the file */
  addThrown(entry: SiteEntry, error: unknown): void {
    if (!(error instanceof Fault) || error.kind !== 'invalid') throw error;
    for (const [field, reasons] of Object.entries(error.fields ?? { '': [error.message] }))
      this.add(entry, field, reasons.join(' '));
  }

  /** True if an object of that title has a fault; references to it are then not reported as well. */
  hasFaultAbout(title: string): boolean {
    return this.#names.has(title);
  }

  throwIfAny(): void {
    if (this.faults.length > 0) throw new SiteFaults(this.faults);
  }
}
