import { hash } from 'node:crypto';
import type { Caller } from '../../contract/caller.ts';

/** Hashes the token of an API or a session as it is stored. Tokens are random, so a plain SHA-256 cannot be guessed. */
export function hashToken(token: string): string {
  return hash('sha256', token);
}

/** The user of a token as it is read at every request. */
export interface UserOfToken {
  readonly user: number;
  readonly username: string;
  readonly role: string;
  readonly organization: number;
  readonly is_active: number;
  readonly read_only: number;
  /** Version of the table of organizations. */
  readonly version: number;
}

/** A token that is valid, and its user. */
export interface FoundUser extends UserOfToken {
  /** Records that the token was used, without waiting for the write. */
  readonly recordUse: () => void;
  /** Absent: it is the token of an API. */
  readonly session?: Pick<Caller, 'session'>;
}
