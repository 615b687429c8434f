import type { CopiedTable } from '../../store/standby/copied-table.ts';

/** A table of which logins read rows. */
export interface LoginTable extends CopiedTable {
  /** SQL of the rows that they read; default: all. */
  readonly where?: string;
  /** A column that is greater in a row that has changed than it was in all rows before. */
  readonly changes?: 'id' | 'last_change';
}

const byId = (name: string, more: Partial<LoginTable> = {}): LoginTable => ({
  name,
  key: 'id',
  identity: ['id'],
  ...more,
});

/** Sessions are copied by rules of their own. */
export const sessionTable: LoginTable = {
  name: 'aaa_accounting',
  key: 'radacctid',
  identity: ['radacctid'],
  without: ['attributes'],
};

/** The tables that are copied as they are; profiles come before users, and users before what belongs to them. */
export const loginTables: readonly LoginTable[] = [
  byId('organization', { changes: 'last_change' }),
  byId('location', { changes: 'last_change' }),
  byId('access_point'),
  byId('address_pool'),
  byId('user_source'),
  byId('aaa_profile', { changes: 'last_change' }),
  byId('aaa_fallback', { changes: 'last_change' }),
  byId('user', {
    without: ['email', 'first_name', 'last_name', 'external_id'],
    changes: 'last_change',
  }),
  byId('user_token', {
    without: ['token_hash', 'code_key'],
    where: "kind = 'network'",
    changes: 'id',
  }),
  { name: 'user_profile_entry', key: 'user', identity: ['user', 'profile'] },
  { name: 'static_address', key: 'user', identity: ['kind', 'address', 'organization'] },
  byId('user_key_secret'),
  byId('user_key'),
  byId('user_key_device'),
  byId('user_key_master'),
  byId('user_certificate'),
  byId('address_lease'),
  byId('aaa_reservation'),
  {
    name: 'aaa_portal_session',
    key: 'opened',
    identity: ['id'],
    where: 'ended is null',
  },
];

/** Tables of which logins read or write rows, and nothing is copied. */
const emptyTables = ['aaa_usage', 'aaa_certificate_device', 'table_version'];

export const tablesOfCopy: readonly string[] = [
  ...loginTables.map(({ name }) => name),
  sessionTable.name,
  ...emptyTables,
];

/** Tables whose changes are found without a pass over their rows. */
export const changingTables: readonly string[] = loginTables
  .filter(({ changes }) => changes !== undefined)
  .map(({ name }) => name);
