import { user } from '../../aaa/account/user.ts';
import { keysOf } from '../../contract/fields.ts';
import { validateAgainst } from '../../contract/schema.ts';
import type { StagedRow } from './staging.ts';

/** Columns of `userinfo` by the fields of a user. */
const columns = { first_name: 'firstname', last_name: 'lastname', email: 'email' } as const;

/**
 * Returns the fields of a person in daloRADIUS or RADIUSdesk.
 *
 * @param notes  receives a message for each value that is not valid; the user is imported without it
 */
export function personFields(
  row: StagedRow | undefined,
  notes: string[],
): Readonly<Record<string, string>> {
  const fields: Record<string, string> = {};
  for (const field of keysOf(columns)) {
    const given = row?.[columns[field]]?.trim() ?? '';
    // Names have no slashes.
    const value = field === 'email' ? given : given.replaceAll('/', '-');
    if (value === '') continue;
    if (isValid(field, value)) fields[field] = value;
    else notes.push(`${field} left out: ${JSON.stringify(given)} is not valid`);
  }
  return fields;
}

function isValid(field: keyof typeof columns, value: string): boolean {
  try {
    validateAgainst(user.schema.properties[field], value, field);
    return true;
  } catch {
    return false;
  }
}
