import { signal } from '@preact/signals';
import { call, isSignedOut } from './api.ts';
import { isRecord, Problem, textOf } from './problem.ts';

/* The session of the user who is signed in: the cookie holds it, and scripts cannot read it. */

/** Roles that have a console. */
export type Role = 'admin' | 'read_only' | 'reports' | 'front_desk';

export interface Session {
  readonly username: string;
  readonly role: Role;
  readonly organizationName: string;
  readonly timeZone: string;
  /** True over plain HTTP from another machine. */
  readonly isPlain: boolean;
}

/** Whether one can sign in here, and what to do otherwise. */
export interface SignInState {
  readonly isFirstRun: boolean;
  /** Why nobody can sign in here; null: one can. */
  readonly refusal: string | null;
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
  }
  isSignedOut.value = false;
}

/** Asks whether one can sign in here. */
export async function readSignInState(): Promise<SignInState> {
  const { body } = await call(`${sessionPath}sign_in/`);
  const state = isRecord(body) ? body : {};
  return {
    isFirstRun: state['is_first_run'] === true,
    refusal: state['may_sign_in'] === false ? textOf(state['detail']) : null,
  };
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
  session.value = null;
}

/** True if the user who is signed in may change everything in its organizations. */
export function mayWrite(): boolean {
  return session.value?.role === 'admin';
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
    isPlain: body['transport'] === 'http',
  };
}
