import { createPasswordColumns } from '../aaa/account/password-columns.ts';
import { verifyPassword } from '../aaa/password/password-verifier.ts';
import { isSealedOnly, openPassword } from '../aaa/password/stored-password.ts';
import { Secret } from '../contract/secret.ts';
import type { Row } from '../store/query/row-serialization.ts';
import type { Vault } from '../store/vault.ts';
import type { FieldChange } from './change.ts';
import type { FaultList } from './faults.ts';
import { PlannedOrganizations, type PlannedOrganization } from './parent-tree.ts';
import type { DesiredObject } from './resolve.ts';
import type { StoredObjects } from './stored-objects.ts';

interface PasswordChange {
  readonly shown: FieldChange;
  readonly row: Row;
}

/** Reports users whose reversible password is requested without the password. */
export function checkPasswords(desired: readonly DesiredObject[], faults: FaultList): void {
  for (const entry of desired) {
    const { password, reversible_password: asked } = entry.fields;
    if (entry.section.table !== 'user' || typeof password === 'string') continue;
    if (entry.absentSecrets.has('password')) continue;
    const reason = asked === true ? whyNotSealed(entry) : asked === false && whyNotHashed(entry);
    if (reason) faults.add(entry, 'reversible_password', reason);
  }
}

/**
 * Gives new users that have a password and do not say which kind the kind of their organization, as the file makes it:
 * `reversible_passwords`, its own or that of the nearest organization above.
 */
export function withUsualPasswords(
  desired: readonly DesiredObject[],
  stored: StoredObjects,
): readonly DesiredObject[] {
  const organizations = new PlannedOrganizations(desired, stored);
  const areReversibleIn = (name: string) =>
    organizations
      .upwards(name)
      .map(ownKind)
      .find((kind) => kind !== null) === true;
  return desired.map((entry) =>
    isNewWithPassword(entry) && areReversibleIn(entry.organization)
      ? { ...entry, fields: { ...entry.fields, reversible_password: true } }
      : entry,
  );
}

/** Returns what an organization itself says of the passwords of new users; null: nothing. */
function ownKind({ change, row }: PlannedOrganization): boolean | null {
  const given = change?.fields['reversible_passwords'];
  if (given === null || typeof given === 'boolean') return given;
  const kept = row?.['reversible_passwords'];
  return typeof kept === 'number' ? kept === 1 : null;
}

function isNewWithPassword({ section, fields, storedRow }: DesiredObject): boolean {
  const { password, reversible_password: kind } = fields;
  const isNew = section.table === 'user' && storedRow === null;
  return isNew && typeof password === 'string' && kind === undefined;
}

function whyNotSealed({ fields, storedRow }: DesiredObject): string | null {
  return fields.password === null || !isReversible(storedRow)
    ? 'needs the password: only a hash of it is stored'
    : null;
}

function whyNotHashed({ fields, storedRow }: DesiredObject): string | null {
  return fields.password === undefined && isSealedOnly(storedRow?.password)
    ? 'is the only copy of the password until the next login'
    : null;
}

/**
 * Computes the change of a user's password. A password that matches the stored hash is no change, and one that is
 * absent is not compared.
 *
 * @param desired  a user
 */
export async function comparePassword(
  desired: DesiredObject,
  vault: Vault,
): Promise<PasswordChange[]> {
  const { fields, storedRow } = desired;
  const { password, reversible_password: asked } = fields;
  const was = isReversible(storedRow);
  const isReversibleThen = password !== null && (typeof asked === 'boolean' ? asked : was);
  const hasKind = isReversibleThen !== was;
  if (typeof password !== 'string')
    return withoutPassword(desired, { isForgotten: password === null, isHashOnly: hasKind });
  const isKnown = storedRow !== null && (await isSamePassword(password, storedRow, vault));
  if (isKnown && !hasKind) return [];
  const row = {
    ...(await createPasswordColumns(vault, {
      password: new Secret(password),
      isReversible: isReversibleThen,
    })),
  };
  return [
    ...(isKnown
      ? []
      : [
          { shown: { field: 'password', from: storedRow && shownHash(storedRow), to: '***' }, row },
        ]),
    ...(hasKind ? [{ shown: kindChange(storedRow, isReversibleThen), row }] : []),
  ];
}

function withoutPassword(
  { storedRow: stored, absentSecrets }: DesiredObject,
  { isForgotten, isHashOnly }: { readonly isForgotten: boolean; readonly isHashOnly: boolean },
): PasswordChange[] {
  if (absentSecrets.has('password')) return [];
  const forgotten = {
    shown: { field: 'password', from: '***', to: 'null' },
    row: { password: null },
  };
  return [
    ...(isForgotten && stored && stored.password !== null ? [forgotten] : []),
    ...(isHashOnly
      ? [{ shown: kindChange(stored, false), row: { reversible_password: null } }]
      : []),
  ];
}

function kindChange(stored: Row | null, to: boolean): FieldChange {
  return {
    field: 'reversible_password',
    from: stored && String(isReversible(stored)),
    to: String(to),
  };
}

function shownHash({ password }: Row): string {
  return password === null ? 'null' : '***';
}

function isReversible(stored: Row | null): boolean {
  return typeof stored?.reversible_password === 'string';
}

/** True if a password is the stored one; a sealed password saves the hash. */
async function isSamePassword(password: string, stored: Row, vault: Vault): Promise<boolean> {
  const columns = {
    password: textOf(stored.password),
    reversiblePassword: textOf(stored.reversible_password),
  };
  const clear = isSealedOnly(columns.password) ? null : openPassword(vault, columns);
  if (clear !== null) return clear.reveal() === password;
  if (columns.password === null) return false;
  const presented = { password: new Secret(password) };
  return verifyPassword(vault, columns, presented).catch(() => false);
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
