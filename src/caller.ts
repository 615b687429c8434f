export const roles = ['admin', 'read_only', 'reports', 'front_desk', 'app', 'subscriber'] as const;
export type Role = (typeof roles)[number];

/** The user whose bearer token authenticates a request. */
export interface Caller {
  readonly user: number;
  readonly username: string;
  readonly role: Role;
  readonly organization: number;
  /** The caller's organization and all below it: those whose rows the caller may see. */
  readonly organizations: readonly number[];
  /** True if the caller's organization is the one above all others. */
  readonly isRoot: boolean;
  /** False for a read-only token, whatever the role permits. */
  readonly mayWrite: boolean;
}

/** The organizations of a caller. */
export type CallerScope = Pick<Caller, 'organization' | 'organizations'>;
