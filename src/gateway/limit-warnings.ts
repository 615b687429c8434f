import type { Caller } from '../contract/caller.ts';

/** What a voucher, a profile or a page limits, as far as an access point has to carry it out. */
export interface SoldLimits {
  readonly time: boolean;
  readonly volume: boolean;
  /** Names of the RADIUS attributes of its users. */
  readonly attributes: readonly string[];
}

/** Where limits are sold. */
export interface SoldAt {
  readonly organization: number;
  /** Null: at all locations. */
  readonly location: number | null;
}

/** Tells which limits the access points of a site do not carry out. */
export interface LimitWarnings {
  /**
   * Finds the limits that known access points, controllers and clients do not carry out.
   *
   * @param caller  only what it may see is named
   * @returns       a sentence for each; empty: none is known
   */
  find(
    limits: SoldLimits,
    site: SoldAt,
    caller: Pick<Caller, 'organizations' | 'role'>,
  ): Promise<readonly string[]>;
}

declare module './gateway.ts' {
  interface DomainState {
    readonly limitWarnings: LimitWarnings;
  }
}
