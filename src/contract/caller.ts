export const roles = ['admin', 'read_only', 'reports', 'front_desk', 'app', 'subscriber'] as const;
export type Role = (typeof roles)[number];

/** Roles that may change other rows than guests. */
export const writers: readonly Role[] = ['admin'];
/** Roles that may read other rows than guests. */
export const readers: readonly Role[] = ['admin', 'read_only'];

/** Roles that may change users and vouchers. */
export const deskWriters: readonly Role[] = [...writers, 'front_desk'];
/** Roles that may read users and vouchers. */
export const deskReaders: readonly Role[] = [...readers, 'front_desk'];

/** Roles that may read logs and accounting. */
export const reportReaders: readonly Role[] = [...readers, 'reports'];
/** Roles that may read the sessions of guests, and why one was refused. */
export const guestReaders: readonly Role[] = [...reportReaders, 'front_desk'];

/** Roles that may read the data of apps. */
export const appReaders: readonly Role[] = [...readers, 'app'];

/** Roles that may sign in to the console. */
export const consoleRoles: readonly Role[] = guestReaders;

/** The user that a bearer token or a session authenticates. */
export interface Caller {
  readonly user: number;
  readonly username: string;
  readonly role: Role;
  readonly organization: number;
  /** The caller's organization and all below it: the caller may see their rows. */
  readonly organizations: readonly number[];
  /** True if the caller's organization is the one above all others. */
  readonly isRoot: boolean;
  /** False for a read-only token, whatever the role permits. */
  readonly mayWrite: boolean;
  /** Id of its session; absent: the request has a bearer token. */
  readonly session?: number;
  /** True: its role needs a second factor, which it has to enrol first. */
  readonly mustEnrol?: boolean;
}

/** The organizations of a caller. */
export type CallerScope = Pick<Caller, 'organization' | 'organizations'>;

/** Returns the name of an organization in the queues that tenants share, which take turns by it. */
export function tenantOf({ organization }: Pick<Caller, 'organization'>): string {
  return `organization ${organization}`;
}
