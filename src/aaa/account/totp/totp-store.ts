import { Fault } from '../../../contract/errors.ts';
import { Secret } from '../../../contract/secret.ts';
import type { Gateway } from '../../../gateway/gateway.ts';
import { mustChange, type Statement, type Store } from '../../../store/store.ts';
import { generateRecoveryCodes, hashRecoveryCode } from './recovery-code.ts';
import { findStep, generateTotpSecret } from './totp.ts';

type Context = Pick<Gateway, 'store' | 'vault' | 'now'>;

/** State of the second factor of a user. */
export interface TotpState {
  /** When its first code was entered, in milliseconds since 1970; null: the user has no second factor. */
  readonly confirmed: number | null;
  /** Recovery codes that have not been used. */
  readonly recoveryCodes: number;
}

/** Reads the state of the second factor of a user. */
export async function readTotpState({ db }: Store, user: number): Promise<TotpState> {
  const [totp, codes] = await Promise.all([
    db.selectFrom('user_totp').select('confirmed').where('user', '=', user).executeTakeFirst(),
    db.selectFrom('user_recovery_code').select('id').where('user', '=', user).execute(),
  ]);
  return { confirmed: totp?.confirmed ?? null, recoveryCodes: codes.length };
}

/** True if a user has to enter a code when it signs in. */
export async function hasTotp(store: Store, user: number): Promise<boolean> {
  const row = await findTotp(store, user);
  return row !== undefined && row.confirmed !== null;
}

/**
 * Begins an enrolment; an earlier one that was not confirmed is replaced.
 *
 * @returns the secret, in base32
 * @throws Fault `conflict` the user has a second factor
 */
export async function beginTotp({ store, vault, now }: Context, user: number): Promise<Secret> {
  const secret = new Secret(generateTotpSecret());
  const begun = { secret: vault.seal(secret, 'user_totp.secret'), created: now().getTime() };
  const insert = store.db
    .insertInto('user_totp')
    .values({ user, ...begun, last_step: 0 })
    .onConflict((of) =>
      of.column('user').doUpdateSet(begun).where('user_totp.confirmed', 'is', null),
    );
  const [written] = await store.write([insert]);
  if (written?.changes === 0)
    throw new Fault('conflict', 'There is a second factor already. Remove it first.');
  return secret;
}

/** A code that a user has typed, and its session, which stays while its others end. */
interface Confirmation {
  readonly user: number;
  readonly code: string;
  readonly session: number | undefined;
}

/**
 * Ends an enrolment with the first code, and the other sessions of the user with it.
 *
 * @returns the recovery codes, which are stored nowhere in clear
 * @throws Fault `invalid` the code is wrong; `conflict` no enrolment was begun, or another one has replaced it
 */
export async function confirmTotp(
  { store, vault, now }: Context,
  { user, code, session }: Confirmation,
): Promise<readonly string[]> {
  const row = await findTotp(store, user);
  if (row?.confirmed !== null)
    throw new Fault('conflict', 'No enrolment waits for its code. Begin one first.');
  const step = findStep(vault.open(row.secret, 'user_totp.secret'), withoutBlanks(code), now());
  if (step === null)
    throw Fault.field('totp', 'This code is wrong. Is the clock of the phone right?');
  const { db } = store;
  const confirm = db
    .updateTable('user_totp')
    .set({ confirmed: now().getTime(), last_step: step })
    .where('user', '=', user)
    .where('secret', '=', row.secret)
    .where('confirmed', 'is', null);
  const { codes, statements } = replaceRecoveryCodes(store, user);
  const endOthers = db
    .deleteFrom('user_session')
    .where('user', '=', user)
    .$if(session !== undefined, (query) => query.where('id', '<>', session ?? 0));
  await store.write([mustChange(confirm), ...statements, endOthers]);
  return codes;
}

/** Replaces the recovery codes of a user. @returns the new ones */
export async function renewRecoveryCodes(store: Store, user: number): Promise<readonly string[]> {
  const { codes, statements } = replaceRecoveryCodes(store, user);
  await store.write(statements);
  return codes;
}

function replaceRecoveryCodes({ db }: Store, user: number) {
  const codes = generateRecoveryCodes();
  const rows = codes.map((code) => ({ user, code_hash: hashRecoveryCode(code) }));
  const statements: readonly Statement[] = [
    db.deleteFrom('user_recovery_code').where('user', '=', user).compile(),
    db.insertInto('user_recovery_code').values(rows).compile(),
  ];
  return { codes, statements };
}

/** Returns the statements that remove the second factor of a user. */
export function removeTotp({ db }: Store, user: number): readonly Statement[] {
  return [
    db.deleteFrom('user_recovery_code').where('user', '=', user).compile(),
    db.deleteFrom('user_totp').where('user', '=', user).compile(),
  ];
}

/** Returns the statements that remove the second factor of a user who has lost it, and end its sessions. */
export function resetTotp(store: Store, user: number): readonly Statement[] {
  const ended = store.db.deleteFrom('user_session').where('user', '=', user).compile();
  return [...removeTotp(store, user), ended];
}

/**
 * Uses up a code or a recovery code of a user. Of several gateways that get the same one at once, one accepts it.
 *
 * @param code  as the user has typed it
 * @returns false: it is wrong, or has been used (RFC 6238 section 5.2)
 */
export async function useCode(context: Context, user: number, code: string): Promise<boolean> {
  const typed = withoutBlanks(code);
  return /^\d+$/.test(typed)
    ? useTotpCode(context, user, typed)
    : useRecoveryCode(context.store, user, typed);
}

async function useTotpCode({ store, vault, now }: Context, user: number, code: string) {
  const row = await findTotp(store, user);
  if (row === undefined || row.confirmed === null) return false;
  const step = findStep(vault.open(row.secret, 'user_totp.secret'), code, now());
  if (step === null) return false;
  const use = store.db
    .updateTable('user_totp')
    .set({ last_step: step })
    .where('user', '=', user)
    .where('secret', '=', row.secret)
    .where('last_step', '<', step);
  const [used] = await store.write([use]);
  return used?.changes === 1;
}

async function useRecoveryCode(store: Store, user: number, code: string): Promise<boolean> {
  const use = store.db
    .deleteFrom('user_recovery_code')
    .where('user', '=', user)
    .where('code_hash', '=', hashRecoveryCode(code));
  const [used] = await store.write([use]);
  return used?.changes === 1;
}

function findTotp({ db }: Store, user: number) {
  return db
    .selectFrom('user_totp')
    .select(['secret', 'confirmed'])
    .where('user', '=', user)
    .executeTakeFirst();
}

function withoutBlanks(code: string): string {
  return code.replaceAll(/\s/g, '');
}
