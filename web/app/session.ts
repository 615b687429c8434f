import { signal } from '@preact/signals';
import { call, gate, isSignedOut, take } from './api.ts';
import { forgetOverview } from './first-page.ts';
import { isRecord, Problem, textOf } from './problem.ts';

/* The session of the user who is signed in: the cookie holds it, and scripts cannot read it. */

/** Roles that have a console. */
export type Role = 'admin' | 'read_only' | 'reports' | 'front_desk';

export interface Session {
  readonly username: string;
  readonly role: Role;
  readonly organizationName: string;
  readonly timeZone: string;
  /** True: its role needs a second factor, which comes before everything else. */
  readonly mustEnrol: boolean;
  /** True over plain HTTP from another machine. */
  readonly isPlain: boolean;
}

const sessionPath = '/gate/api/v1/session/';
const roles: readonly Role[] = ['admin', 'read_only', 'reports', 'front_desk'];

/** The present session; null: nobody is signed in; undefined: not known yet. */
export const session = signal<Session | null | undefined>(undefined);

/** Asks the gateway who is signed in. @throws Problem if it does not answer */
export async function loadSession(): Promise<void> {
  try {
    session.value = sessionOf((await call(`${sessionPath}current/`)).body);
  } catch (error) {
    if (!(error instanceof Problem) || error.status === 0) throw error;
    session.value = null;
    forgetOverview();
  }
  isSignedOut.value = false;
}

/** Asks why nobody can sign in here. @returns null if one can */
export async function readRefusal(): Promise<string | null> {
  return (await take(gate.GET('/gate/api/v1/session/sign_in/'))).detail;
}

/** Signs in. @throws Problem in the words of the gateway, also if the code of the second factor is missing */
export async function signIn(entries: {
  readonly username: string;
  readonly password: string;
  readonly totp?: string;
}): Promise<void> {
  await call(sessionPath, { method: 'POST', body: entries });
  await loadSession();
}

/** Ends the session. */
export async function signOut(): Promise<void> {
  await call(sessionPath, { method: 'DELETE' }).catch(() => null);
  forgetOverview();
  session.value = null;
}

/** True if the user who is signed in may change everything in its organizations. */
export function mayWrite(): boolean {
  return session.value?.role === 'admin';
}

/** True if the user who is signed in does the work of the front desk: ends sessions, makes and extends vouchers. */
export function mayServe(): boolean {
  return mayWrite() || session.value?.role === 'front_desk';
}

function sessionOf(body: unknown): Session | null {
  if (!isRecord(body)) return null;
  const role = roles.find((one) => one === body['role']);
  if (role === undefined) return null;
  return {
    username: textOf(body['username']),
    role,
    organizationName: textOf(body['organization_name']),
    timeZone: textOf(body['time_zone']),
    mustEnrol: body['must_enrol'] === true,
    isPlain: body['transport'] === 'http',
  };
}
